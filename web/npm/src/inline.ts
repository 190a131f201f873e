import * as glue from "../dist/wasm/engine-yaml.js";
import base64 from "../dist/wasm/engine-yaml_bg.wasm";
import { api } from "./api.js";
import { type Host, Once } from "./host.js";
import type { ModuleSource } from "./loader.js";

export * from "./public.js";

const engine = new Once(
  async () => glue,
  () => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
);
const host: Host = { small: () => engine.start(), yaml: () => engine.start() };

/** Starts the engine, which is part of this file and reads JSON and YAML. Every call after the first does nothing. */
export async function init(source?: ModuleSource): Promise<void> {
  await engine.start(source);
}

export const { load, forecast, diagnose, podTemplateHash, run, simulate, filesNeeded } = api(host);
