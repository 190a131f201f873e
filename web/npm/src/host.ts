import type * as bindings from "../dist/wasm/engine.js";
import { NEEDS_YAML, isThrown, told } from "./errors.js";
import { type ModuleSource, readable } from "./loader.js";

/** The engine's functions, as they come from the module. */
export type Bindings = typeof bindings;

/** Where the engines come from. */
export interface Host {
  /** The engine that reads JSON, or one that reads everything. */
  small(): Promise<Bindings>;
  /** The engine that reads YAML too. */
  yaml(): Promise<Bindings>;
}

/** A module that is started once; when that fails it can be tried again. */
export class Once {
  readonly #glue: () => Promise<Bindings>;
  readonly #source: () => ModuleSource;
  #started: Promise<Bindings> | undefined;

  constructor(glue: () => Promise<Bindings>, source: () => ModuleSource) {
    this.#glue = glue;
    this.#source = source;
  }

  start(source: ModuleSource = this.#source()): Promise<Bindings> {
    this.#started ??= this.#start(source).catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  get isStarted(): boolean {
    return this.#started !== undefined;
  }

  async #start(source: ModuleSource): Promise<Bindings> {
    const [glue, module] = await Promise.all([this.#glue(), readable(source)]);
    await glue.default({ module_or_path: module });
    return glue;
  }
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

/** Does something with the small engine, and again with the one that reads YAML when an input turns out to be YAML. */
export async function withEngine<T>(host: Host, isYaml: boolean, work: (engine: Bindings) => Promise<T>): Promise<T> {
  if (isYaml) {
    return work(await host.yaml());
  }
  try {
    return await work(await host.small());
  } catch (error) {
    if (isThrown(error) && error.code === NEEDS_YAML) {
      return work(await host.yaml());
    }
    throw error;
  }
}
