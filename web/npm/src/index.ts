import init, * as bindings from "../dist/wasm/engine.js";
import { type ModuleSource, readable } from "./loader.js";

export type { ModuleSource };

/** The engine's functions, as they come from the module. */
export type Engine = typeof bindings;

let loading: Promise<Engine> | undefined;

/**
 * Starts the engine; every call after the first gets the same one.
 *
 * Nothing is read before this is called, so importing the package is safe on a server.
 */
export function load(source: ModuleSource = new URL("./wasm/engine_bg.wasm", import.meta.url)): Promise<Engine> {
  loading ??= start(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(source: ModuleSource): Promise<Engine> {
  await init({ module_or_path: await readable(source) });
  return bindings;
}
