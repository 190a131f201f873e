import * as glue from "../dist/wasm/engine.js";
import { type Host, Once } from "./host.js";

/** The engine that reads JSON. */
export const engine = new Once(
  async () => glue,
  () => new URL("./wasm/engine_bg.wasm", import.meta.url),
);

/** The engine that reads YAML too. */
export const engineWithYaml = new Once(
  async () => (await import("./yaml.js")).glue,
  () => new URL("./wasm/engine-yaml_bg.wasm", import.meta.url),
);

export const host: Host = {
  // One that reads everything may be there already.
  small: () => (engineWithYaml.isStarted ? engineWithYaml.start() : engine.start()),
  yaml: () => engineWithYaml.start(),
};
