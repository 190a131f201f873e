import * as glue from "../dist/wasm/engine.js";
import base64 from "../dist/wasm/engine_bg.wasm";
import * as yamlGlue from "../dist/wasm/yaml.js";
import yamlBase64 from "../dist/wasm/yaml_bg.wasm";
import { type Api, api } from "./api.js";
import { Once, hostOf } from "./host.js";
import type { ModuleSource } from "./loader.js";

export * from "./public.js";

const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const engine = new Once(
  async () => glue,
  () => bytes(base64),
);
const parser = new Once(
  async () => yamlGlue,
  () => bytes(yamlBase64),
);
const host = hostOf(engine, parser);

/** Starts the engine, which is part of this file, as its parser of YAML is. Every call after the first does nothing. */
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
