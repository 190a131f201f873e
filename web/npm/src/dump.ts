/// <reference lib="esnext.disposable" preserve="true" />
import type { DiagnosisHandle, DumpHandle } from "../dist/wasm/engine.js";
import { disposable } from "./disposable.js";
import { type Bindings, using } from "./host.js";
import type { Source } from "./input.js";
import { type Language } from "./question.js";
import { Simulation, type SimulationOptions, simulationOf } from "./simulation.js";
import { type LongCall, inSlices } from "./slices.js";
import type { Cascade, Diagnosis, ForecastReport, LeftOut } from "./types.js";

/** What is asked of a dump: the deletion of these objects. */
export interface ForecastQuestion extends LongCall {
  /** The objects to delete, in order: `KIND[.GROUP]/[NAMESPACE/]NAME`, with kinds as kubectl takes them. */
  readonly delete: string | readonly string[];
  /** The namespace of objects that are named without one; otherwise they are looked for in all of them. */
  readonly namespace?: string | undefined;
  /** One policy instead of all of them. */
  readonly cascade?: Cascade | undefined;
}

/** The form in which people get a report. */
export interface TextForm {
  /** A table for terminals, or Markdown for tickets. */
  readonly format: "text" | "markdown";
  /** The language of its sentences. */
  readonly lang?: Language | undefined;
}

/**
 * What a dump is made of.
 * @internal
 */
interface Parts {
  readonly engine: Bindings;
  readonly handle: DumpHandle;
  readonly sources: readonly Source[];
  readonly options: SimulationOptions;
}

/** A dump that was read: objects of a cluster, ready to be asked. It holds memory of the engine until it is freed. */
export class Dump {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @internal */
  static of(parts: Parts): Dump {
    return new Dump(parts);
  }

  /** How many objects there are. */
  get objects(): number {
    return this.#with((handle) => handle.objects());
  }

  /** What the reader assumed, made up or left out, a sentence each. */
  get remarks(): readonly string[] {
    return lines(this.#with((handle) => handle.remarks(this.#parts.options.lang ?? "en")));
  }

  /** What was in the input and is not among the objects. */
  get leftOut(): readonly LeftOut[] {
    return JSON.parse(this.#with((handle) => handle.leftOut()));
  }

  /** What the deletion of objects does, under one policy or all of them. */
  forecast(question: ForecastQuestion & TextForm): Promise<string>;
  forecast(question: ForecastQuestion): Promise<ForecastReport>;
  async forecast(question: ForecastQuestion & Partial<TextForm>): Promise<ForecastReport | string> {
    const targets = typeof question.delete === "string" ? [question.delete] : [...question.delete];
    const handle = this.#with((dump) => dump.forecast(targets, question.namespace, question.cascade));
    try {
      await this.#run(handle, question);
      const lang = question.lang ?? this.#parts.options.lang ?? "en";
      return this.#with(() => {
        switch (question.format) {
          case "text":
            return handle.text(lang);
          case "markdown":
            return handle.markdown(lang);
          case undefined:
            return JSON.parse(handle.json()) as ForecastReport;
        }
      });
    } finally {
      handle.free();
    }
  }

  /** What is stuck, what will be deleted though nobody asks for it now, and which owner references are wrong. */
  diagnose(question: LongCall & TextForm): Promise<string>;
  diagnose(question?: LongCall & { readonly lang?: Language | undefined }): Promise<Diagnosis>;
  async diagnose(question: LongCall & Partial<TextForm> = {}): Promise<Diagnosis | string> {
    const lang = question.lang ?? this.#parts.options.lang ?? "en";
    return this.diagnosed(question, (handle) => {
      switch (question.format) {
        case "text":
          return handle.text(lang);
        case "markdown":
          return handle.markdown(lang);
        case undefined:
          return JSON.parse(handle.json(lang)) as Diagnosis;
      }
    });
  }

  /**
   * The same for whoever wants more than one form of it.
   * @internal
   */
  async diagnosed<T>(call: LongCall, read: (handle: DiagnosisHandle) => T): Promise<T> {
    const handle = this.#with((dump) => dump.diagnose());
    try {
      await this.#run(handle, call);
      return this.#with(() => read(handle));
    } finally {
      handle.free();
    }
  }

  /** A simulation that begins with these objects. */
  async simulate(options: SimulationOptions = {}): Promise<Simulation> {
    this.#with((handle) => handle.objects());
    const { engine, sources, options: own } = this.#parts;
    return simulationOf(engine, sources, { ...own, ...options });
  }

  /** Gives the memory back. The dump cannot be used afterwards; simulations that began with it can. */
  free(): void {
    this.#parts.handle.free();
  }

  /** The same, for `using`. */
  declare [Symbol.dispose]: () => void;

  async #run(handle: { advance(steps: number): boolean; steps(): number }, call: LongCall): Promise<void> {
    await inSlices(
      (budget) => this.#with(() => handle.advance(budget)),
      call,
      () => ({ phase: "running", steps: handle.steps() }),
    );
  }

  #with<T>(work: (handle: DumpHandle) => T): T {
    return using(this.#parts.engine, () => work(this.#parts.handle));
  }
}

disposable(Dump.prototype);

function lines(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}
