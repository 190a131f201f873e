import { type Api, api } from "./api.js";
import { engine, host, parser } from "./engines.js";
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

/** The same for the parser of YAML, which is a module of its own and loaded when an input turns out to be YAML. */
export async function initYaml(source?: ModuleSource): Promise<void> {
  await parser.start(source);
}

const own = api(host);

/** Reads what kubectl prints, or objects, to be asked and simulated. */
export const load: Api["load"] = own.load;

/** Asks once what the deletion of objects does. `load` keeps the objects for more questions. */
export const forecast: Api["forecast"] = own.forecast;

/** Looks once for what is wrong. `load` keeps the objects for more questions. */
export const diagnose: Api["diagnose"] = own.diagnose;

/** The pod-template-hash of every object that has a pod template, and which version made the label of a ReplicaSet. */
export const podTemplateHash: Api["podTemplateHash"] = own.podTemplateHash;

/** Runs a scenario to its end, and checks what it expects. */
export const run: Api["run"] = own.run;

/** A simulation that begins with a scenario. Its actions are taken when their time has come. */
export const simulate: Api["simulate"] = own.simulate;

/** The files that a scenario names, which have to be given to run it. */
export const filesNeeded: Api["filesNeeded"] = own.filesNeeded;
