/// <reference lib="esnext.disposable" preserve="true" />
import type { Dump as LocalDump, ForecastQuestion, TextForm } from "./dump.js";
import type { HashOptions, LoadOptions, ScenarioFiles, ScenarioOptions } from "./api.js";
import { disposable } from "./disposable.js";
import { made } from "./errors.js";
import type { DumpInput, ScenarioInput } from "./input.js";
import type { Answer, Ask, Handed } from "./messages.js";
import type { Language, Order, Version } from "./question.js";
import type { Simulation as LocalSimulation, RunEnd, RunOptions, SimulationOptions } from "./simulation.js";
import type { LongCall } from "./slices.js";
import type * as types from "./types.js";

export type { HashOptions, LoadOptions, ScenarioFiles, ScenarioOptions } from "./api.js";
export type { ForecastQuestion, TextForm } from "./dump.js";
export {
  type ErrorCode,
  InputError,
  KubeloupeError,
  ModuleError,
  OptionError,
  type Place,
  RejectedError,
  StoppedError,
  TargetError,
} from "./errors.js";
export type { AnyObject, Data, DumpInput, NamedData, ScenarioInput } from "./input.js";
export type { Language, Order, Version } from "./question.js";
export type { RunEnd, RunOptions, SimulationOptions } from "./simulation.js";
export type { LongCall, Progress } from "./slices.js";
export type * from "./types.js";

/** A worker as both platforms have it. */
interface Thread {
  post(ask: Ask): void;
  /** Whether a program waits for its answers, or may end. */
  hold(waiting: boolean): void;
  terminate(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly onProgress: LongCall["onProgress"];
}

let thread: Thread | undefined;
let lastCall = 0;
const waiting = new Map<number, Waiting>();

/** Gives back what was handed out and is reachable no more. */
const forgotten = new FinalizationRegistry<number>((handle) => {
  if (thread !== undefined) {
    void call(handle, "free", []);
  }
});

/** Starts the engine before it is needed. Its module is looked for beside the worker's own file, or at this address. */
export async function init(source?: string | URL | BufferSource | WebAssembly.Module): Promise<void> {
  await call(undefined, "init", [source instanceof URL ? source.href : source]);
}

/** The same for the parser of YAML. */
export async function initYaml(source?: string | URL | BufferSource | WebAssembly.Module): Promise<void> {
  await call(undefined, "initYaml", [source instanceof URL ? source.href : source]);
}

/** Ends the worker and everything in it; calls that are under way are rejected. The next call starts another one. */
export function terminate(): void {
  thread?.terminate();
  thread = undefined;
  fail(new DOMException("the worker was terminated", "AbortError"));
}

/** Reads what kubectl prints, or objects, to be asked and simulated. */
export async function load(input: DumpInput, options: LoadOptions = {}): Promise<Dump> {
  return new Dump(await handed("load", [input, options]));
}

/** Asks once what the deletion of objects does. */
export function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions & TextForm): Promise<string>;
export function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions): Promise<types.ForecastReport>;
export function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions): Promise<types.ForecastReport | string> {
  return call(undefined, "forecast", [input, question]);
}

/** Looks once for what is wrong. */
export function diagnose(input: DumpInput | Dump, options: LoadOptions & TextForm): Promise<string>;
export function diagnose(input: DumpInput | Dump, options?: LoadOptions): Promise<types.Diagnosis>;
export function diagnose(input: DumpInput | Dump, options: LoadOptions = {}): Promise<types.Diagnosis | string> {
  return call(undefined, "diagnose", [input, options]);
}

/** The pod-template-hash of every object that has a pod template. */
export function podTemplateHash(input: DumpInput, options: HashOptions = {}): Promise<types.HashReport> {
  return call(undefined, "podTemplateHash", [input, options]);
}

/** Runs a scenario to its end, and checks what it expects. */
export function run(scenario: ScenarioInput, options: ScenarioOptions = {}): Promise<types.ScenarioResult> {
  return call(undefined, "run", [scenario, options]);
}

/** A simulation that begins with a scenario. */
export async function simulate(scenario: ScenarioInput, options: Version & Order & ScenarioFiles = {}): Promise<Simulation> {
  return new Simulation(await handed("simulate", [scenario, options]));
}

/** The files that a scenario names, which have to be given to run it. */
export function filesNeeded(scenario: ScenarioInput): Promise<readonly string[]> {
  return call(undefined, "filesNeeded", [scenario]);
}

/** Something that stays in the worker. */
abstract class Remote {
  /** @internal */
  readonly handle: number;

  /** @internal */
  constructor({ handle }: Handed) {
    this.handle = handle;
    forgotten.register(this, handle, this);
  }

  /** Gives the memory back. */
  free(): void {
    forgotten.unregister(this);
    void this.call("free");
  }

  /** The same, for `using`. */
  declare [Symbol.dispose]: () => void;

  protected call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    return call(this.handle, method, args);
  }
}

disposable(Remote.prototype);

/** A dump that was read, in the worker. */
export class Dump extends Remote implements Asynchronous<LocalDump> {
  objects(): Promise<number> {
    return this.call("objects");
  }
  remarks(): Promise<readonly string[]> {
    return this.call("remarks");
  }
  leftOut(): Promise<readonly types.LeftOut[]> {
    return this.call("leftOut");
  }
  forecast(question: ForecastQuestion & TextForm): Promise<string>;
  forecast(question: ForecastQuestion): Promise<types.ForecastReport>;
  forecast(question: ForecastQuestion): Promise<types.ForecastReport | string> {
    return this.call("forecast", question);
  }
  diagnose(question: LongCall & TextForm): Promise<string>;
  diagnose(question?: LongCall & { readonly lang?: Language | undefined }): Promise<types.Diagnosis>;
  diagnose(question: LongCall = {}): Promise<types.Diagnosis | string> {
    return this.call("diagnose", question);
  }
  async simulate(options: SimulationOptions = {}): Promise<Simulation> {
    return new Simulation(await this.call<Handed>("simulate", options));
  }
}

/** A simulation in the worker: the same as in the page, with a promise wherever something is returned. */
export class Simulation extends Remote implements Asynchronous<LocalSimulation> {
  title(): Promise<string> {
    return this.call("title");
  }
  kubernetes(): Promise<string> {
    return this.call("kubernetes");
  }
  remarks(): Promise<readonly string[]> {
    return this.call("remarks");
  }
  position(): Promise<number> {
    return this.call("position");
  }
  length(): Promise<number> {
    return this.call("length");
  }
  time(): Promise<string> {
    return this.call("time");
  }
  isAtRest(): Promise<boolean> {
    return this.call("isAtRest");
  }
  enabled(): Promise<readonly types.Action[]> {
    return this.call("enabled");
  }
  apply(action: types.Action | string | types.Request): Promise<types.Step> {
    return this.call("apply", action);
  }
  step(): Promise<types.Step | undefined> {
    return this.call("step");
  }
  run(options: RunOptions = {}): Promise<RunEnd> {
    return this.call("run", options);
  }
  seek(step: number): Promise<void> {
    return this.call("seek", step);
  }
  async fork(step?: number): Promise<Simulation> {
    return new Simulation(await this.call<Handed>("fork", step));
  }
  objects(): Promise<readonly types.KubernetesObject[]> {
    return this.call("objects");
  }
  object(ref: string): Promise<types.KubernetesObject | undefined> {
    return this.call("object", ref);
  }
  queues(): Promise<readonly types.Queue[]> {
    return this.call("queues");
  }
  graph(): Promise<readonly types.GraphNode[]> {
    return this.call("graph");
  }
  absentOwners(): Promise<readonly types.ObjectIdentity[]> {
    return this.call("absentOwners");
  }
  informers(): Promise<readonly types.InformerState[]> {
    return this.call("informers");
  }
  zones(): Promise<readonly types.ZoneView[]> {
    return this.call("zones");
  }
  nodes(): Promise<readonly types.NodeView[]> {
    return this.call("nodes");
  }
  evictions(): Promise<readonly types.Eviction[]> {
    return this.call("evictions");
  }
  expectations(): Promise<readonly types.ExpectationsRecord[]> {
    return this.call("expectations");
  }
  metrics(): Promise<types.Metrics> {
    return this.call("metrics");
  }
  calls(): Promise<readonly types.CallResult[]> {
    return this.call("calls");
  }
  events(): Promise<readonly types.EventResult[]> {
    return this.call("events");
  }
  nextDue(): Promise<types.NextDue | undefined> {
    return this.call("nextDue");
  }
  digest(): Promise<string> {
    return this.call("digest");
  }
}

/** A class whose members have become methods that return promises; the compiler sees that none is missing. */
type Asynchronous<T> = {
  [Name in Exclude<keyof T, "free" | "diagnosed" | typeof Symbol.dispose>]: (...args: never[]) => Promise<unknown>;
};

async function handed(method: string, args: readonly unknown[]): Promise<Handed> {
  return call<Handed>(undefined, method, args);
}

async function call<T>(handle: number | undefined, method: string, args: readonly unknown[]): Promise<T> {
  let long: LongCall = {};
  const sent = args.map((arg) => {
    if (arg instanceof Remote) {
      return { handle: arg.handle };
    }
    if (typeof arg === "object" && arg !== null && ("signal" in arg || "onProgress" in arg)) {
      const { signal, onProgress, ...rest } = arg as LongCall;
      long = { signal, onProgress };
      return { ...rest, longCall: onProgress === undefined ? "quiet" : "progress" };
    }
    return arg;
  });
  long.signal?.throwIfAborted();
  thread ??= started();
  const to = thread;
  const id = (lastCall += 1);
  const { signal, onProgress } = long;
  const answer = new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, onProgress });
    to.hold(true);
    to.post({ kind: "call", id, handle, method, args: sent });
  });
  const abort = () => to.post({ kind: "abort", id });
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return (await answer) as T;
  } catch (error) {
    // The reason stays on this side.
    signal?.throwIfAborted();
    throw error;
  } finally {
    waiting.delete(id);
    to.hold(waiting.size > 0);
    signal?.removeEventListener("abort", abort);
  }
}

function heard(answer: Answer): void {
  const call = waiting.get(answer.id);
  switch (answer.kind) {
    case "value":
      return call?.resolve(answer.value);
    case "progress":
      return call?.onProgress?.(answer.progress);
    case "error": {
      const { name, message, code, place, reason } = answer.error;
      const error = code === undefined ? Object.assign(new Error(message), { name }) : made(message, code, place, reason);
      return call?.reject(error);
    }
  }
}

function fail(error: unknown): void {
  for (const call of waiting.values()) {
    call.reject(error);
  }
}

function started(): Thread {
  const threads = globalThis.Worker === undefined ? globalThis.process?.getBuiltinModule?.("node:worker_threads") : undefined;
  if (threads !== undefined) {
    // Not in one expression, in which bundlers for the web would look for a file.
    const path = "./worker-thread.js";
    const worker = new threads.Worker(new URL(path, import.meta.url));
    worker.on("message", heard);
    worker.on("error", fail);
    return {
      post: (ask) => worker.postMessage(ask),
      hold: (waiting) => (waiting ? worker.ref() : worker.unref()),
      terminate: () => void worker.terminate(),
    };
  }
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module", name: "kubeloupe" });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => heard(data);
  worker.onerror = ({ message }) => fail(made(`kubeloupe: the worker failed: ${message}`, "module"));
  // A page ends its workers.
  return { post: (ask) => worker.postMessage(ask), hold: () => {}, terminate: () => worker.terminate() };
}
