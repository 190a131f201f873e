import * as glue from "../dist/wasm/engine.js";
import { Once, hostOf } from "./host.js";

/** The engine, which reads JSON. */
export const engine = new Once(
  async () => glue,
  () => new URL("./wasm/engine_bg.wasm", import.meta.url),
);

/** Its parser of YAML. */
export const parser = new Once(
  async () => (await import("./yaml.js")).glue,
  () => new URL("./wasm/yaml_bg.wasm", import.meta.url),
);

export const host = hostOf(engine, parser);
