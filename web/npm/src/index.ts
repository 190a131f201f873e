import { api } from "./api.js";
import { engine, engineWithYaml, host } from "./engines.js";
import type { ModuleSource } from "./loader.js";

export * from "./public.js";

/**
 * Starts the engine before it is needed, or from another place than beside this file. Every call after the first does
 * nothing; when it fails it can be tried again. Nothing is read before this or another function is called, so importing the
 * package is safe on a server.
 */
export async function init(source?: ModuleSource): Promise<void> {
  await engine.start(source);
}

/** The same for the engine that reads YAML, which is loaded when an input turns out to be YAML. */
export async function initYaml(source?: ModuleSource): Promise<void> {
  await engineWithYaml.start(source);
}

export const { load, forecast, diagnose, podTemplateHash, run, simulate, filesNeeded } = api(host);
