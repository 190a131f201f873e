import type * as bindings from "../dist/wasm/engine.js";
import { NEEDS_YAML, isThrown, told } from "./errors.js";
import { type ModuleSource, readable } from "./loader.js";

/** The engine's functions, as they come from the module. */
export type Bindings = typeof bindings;

/** Where the engine and its parser of YAML come from. */
export interface Host {
  /** The engine, which reads JSON, and YAML too once it has its parser. */
  engine(): Promise<Bindings>;
  /** The same engine, once it has its parser. */
  yaml(): Promise<Bindings>;
}

/** What the bindings of every module have. */
interface Glue {
  default(options: { module_or_path: Response | BufferSource | WebAssembly.Module }): Promise<unknown>;
}

/** A module that is started once; when that fails it can be tried again. */
export class Once<G extends Glue> {
  readonly #glue: () => Promise<G>;
  readonly #source: () => ModuleSource;
  #started: Promise<G> | undefined;

  constructor(glue: () => Promise<G>, source: () => ModuleSource) {
    this.#glue = glue;
    this.#source = source;
  }

  start(source: ModuleSource = this.#source()): Promise<G> {
    this.#started ??= this.#start(source).catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #start(source: ModuleSource): Promise<G> {
    const [glue, module] = await Promise.all([this.#glue(), readable(source)]);
    await glue.default({ module_or_path: module });
    return glue;
  }
}

/** The bindings of the parser. */
export type Parser = typeof import("../dist/wasm/yaml.js");

/** A host of these two modules. */
export function hostOf(engine: Once<Bindings>, parser: Once<Parser>): Host {
  return {
    engine: () => engine.start(),
    async yaml() {
      const [started, yaml] = await Promise.all([engine.start(), parser.start()]);
      started.useYaml(yaml);
      return started;
    },
  };
}

/** An error after which an engine must not be used again. */
const stopped = new WeakMap<Bindings, Error>();

/** Does something with an engine, so that what it throws becomes an error of this package. */
export function using<T>(engine: Bindings, work: (engine: Bindings) => T): T {
  const before = stopped.get(engine);
  if (before !== undefined) {
    throw before;
  }
  try {
    return work(engine);
  } catch (error) {
    if (isThrown(error) && error.code === NEEDS_YAML) {
      throw error;
    }
    const shown = told(error);
    if (isThrown(shown) && shown.code === "stopped") {
      stopped.set(engine, shown);
    }
    throw shown;
  }
}

/** Does something with the engine, and again once it reads YAML when an input turns out to be YAML. */
export async function withEngine<T>(host: Host, isYaml: boolean, work: (engine: Bindings) => Promise<T>): Promise<T> {
  if (isYaml) {
    return work(await host.yaml());
  }
  try {
    return await work(await host.engine());
  } catch (error) {
    if (isThrown(error) && error.code === NEEDS_YAML) {
      return work(await host.yaml());
    }
    throw error;
  }
}
