/** The parser of YAML: a file of its own, so that whoever has JSON alone never loads it. */
export * as glue from "../dist/wasm/yaml.js";
