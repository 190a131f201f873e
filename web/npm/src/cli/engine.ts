import initYaml, * as withYaml from "../../dist/wasm/engine-yaml.js";
import { type Engine, load } from "../index.js";
import { readable } from "../loader.js";
import { isRefusal } from "./failure.js";

/** The code of the error with which an engine ends that has found a mistake of its own: it must not be used again. */
const STOPPED = "stopped";

/** The code of the error with which an engine built without YAML refuses it. */
const NEEDS_YAML = "yaml";

let yaml: Promise<Engine> | undefined;
let stopped: Error | undefined;

function loadWithYaml(): Promise<Engine> {
  yaml ??= readable(new URL("./wasm/engine-yaml_bg.wasm", import.meta.url))
    .then((module) => initYaml({ module_or_path: module }))
    .then(() => withYaml);
  return yaml;
}

/**
 * Does something with the engine: with the small one, and again with the one that reads YAML when an input turns out to
 * be YAML.
 */
export async function withEngine<T>(names: readonly string[], work: (engine: Engine) => T): Promise<T> {
  try {
    if (yaml !== undefined || names.some((name) => /\.(ya?ml|tar|tgz)(\.gz)?$/i.test(name))) {
      return use(await loadWithYaml(), work);
    }
    return use(await load(), work);
  } catch (error) {
    if (isRefusal(error) && error.code === NEEDS_YAML && yaml === undefined) {
      return use(await loadWithYaml(), work);
    }
    throw error;
  }
}

function use<T>(engine: Engine, work: (engine: Engine) => T): T {
  if (stopped !== undefined) {
    throw stopped;
  }
  try {
    return work(engine);
  } catch (error) {
    if (isRefusal(error) && error.code === STOPPED) {
      stopped = error;
    }
    throw error;
  }
}
