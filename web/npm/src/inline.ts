import * as glue from "../dist/wasm/engine-yaml.js";
import base64 from "../dist/wasm/engine-yaml_bg.wasm";
import { type Api, api } from "./api.js";
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
