/** The engine that reads YAML: a file of its own, so that whoever has JSON alone never loads it. */
export * as glue from "../dist/wasm/engine-yaml.js";
