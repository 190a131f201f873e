/// <reference lib="esnext.disposable" preserve="true" />
import type { SimulationHandle } from "../dist/wasm/engine.js";
import { disposable } from "./disposable.js";
import { type Bindings, using } from "./host.js";
import { type Source, bytesOf, handed } from "./input.js";
import { type Order, type Version, asked } from "./question.js";
import { type LongCall, inSlices } from "./slices.js";
import type {
  Action,
  CallResult,
  EventResult,
  Eviction,
  ExpectationsRecord,
  GraphNode,
  InformerState,
  KubernetesObject,
  Metrics,
  NextDue,
  NodeView,
  ObjectIdentity,
  Queue,
  Request,
  Scenario,
  Step,
  ZoneView,
} from "./types.js";

/** How a simulation begins. Beside the order of its steps, everything that the head of a scenario file says. */
export interface SimulationOptions
  extends Version,
    Order,
    Pick<Scenario, "controllers" | "flags" | "latency" | "finalizers" | "kinds"> {}

/** How far a run goes. */
export interface RunOptions extends LongCall {
  /** It stops at this time from the start, such as `90s`. */
  readonly until?: string | undefined;
  /** It takes no more than as many steps. */
  readonly maxSteps?: number | undefined;
}

/** How a run ended. */
export interface RunEnd {
  /** How many steps it took. */
  readonly steps: number;
  /** Virtual time. */
  readonly time: string;
  /** Nothing will ever change. */
  readonly atRest: boolean;
}

/** What views there are, and what they hold. */
interface Views {
  objects: readonly KubernetesObject[];
  queues: readonly Queue[];
  graph: readonly GraphNode[];
  absentOwners: readonly ObjectIdentity[];
  informers: readonly InformerState[];
  metrics: Metrics;
  zones: readonly ZoneView[];
  nodes: readonly NodeView[];
  evictions: readonly Eviction[];
  expectations: readonly ExpectationsRecord[];
  nextDue: NextDue | null;
  calls: readonly CallResult[];
  events: readonly EventResult[];
}

/**
 * A cluster that is stepped through, forwards and backwards. It is one line of steps: acting in the past forgets what came
 * after, and a fork keeps it. What its views return is plain data and stays as it is. It holds memory of the engine until
 * it is freed.
 */
export class Simulation {
  readonly #engine: Bindings;
  readonly #handle: SimulationHandle;

  private constructor(engine: Bindings, handle: SimulationHandle) {
    this.#engine = engine;
    this.#handle = handle;
  }

  /** @internal */
  static of(engine: Bindings, handle: SimulationHandle): Simulation {
    return new Simulation(engine, handle);
  }

  /** The title of the scenario. */
  get title(): string {
    return this.#with((handle) => handle.title());
  }

  /** The minor version that is simulated. */
  get kubernetes(): string {
    return this.#with((handle) => handle.kubernetes());
  }

  /** What the reader assumed, made up or left out, a sentence each. */
  get remarks(): readonly string[] {
    const text = this.#with((handle) => handle.remarks());
    return text === "" ? [] : text.split("\n");
  }

  /** How many steps were taken. */
  get position(): number {
    return this.#with((handle) => handle.position());
  }

  /** How many steps are known: after going back, more than were taken. */
  get length(): number {
    return this.#with((handle) => handle.length());
  }

  /** Virtual time since the start. */
  get time(): string {
    return this.#with((handle) => handle.time());
  }

  /** Whether nothing will ever change. */
  get isAtRest(): boolean {
    return this.#with((handle) => handle.isAtRest());
  }

  /** Every step that is possible now, in a fixed order. Requests and faults are always possible and are not listed. */
  enabled(): readonly Action[] {
    return JSON.parse(this.#with((handle) => handle.enabled()));
  }

  /**
   * Takes a step: one of those that are possible, itself or its id; or a request or a fault as the actions of scenario files
   * are written. The id of a delivery with `drop` in place of `deliver` loses the event, and a refusal's reason behind the id
   * of a call is what the call is answered.
   */
  apply(action: Action | string | Request): Step {
    const id = typeof action === "string" ? action : "id" in action ? action.id : undefined;
    return JSON.parse(
      this.#with((handle) => (id === undefined ? handle.request(JSON.stringify(action)) : handle.apply(id))),
    );
  }

  /** Takes the next step of the schedule or of the scenario's actions; `undefined` when there is none. */
  step(): Step | undefined {
    const step = this.#with((handle) => handle.step());
    return step === undefined ? undefined : JSON.parse(step);
  }

  /** Takes steps until there is none, or as far as it is told. Aborted, it stays at the step that it has come to. */
  async run({ until, maxSteps = Infinity, ...call }: RunOptions = {}): Promise<RunEnd> {
    const start = this.position;
    const done = () => this.#with((handle) => handle.position()) - start;
    await inSlices(
      (budget) => {
        const steps = Math.min(budget, maxSteps - done());
        return steps < 1 || this.#with((handle) => handle.advance(steps, until));
      },
      call,
      () => ({ phase: "running", steps: done(), time: this.time }),
    );
    return { steps: done(), time: this.time, atRest: this.isAtRest };
  }

  /** Goes to the state after as many steps, back or forth. */
  seek(step: number): void {
    this.#with((handle) => handle.seek(index(step)));
  }

  /** A simulation of its own that has taken the first `step` steps of this one, all by default. */
  fork(step: number = this.position): Simulation {
    return new Simulation(this.#engine, this.#with((handle) => handle.fork(index(step))));
  }

  /** What is stored. */
  objects(): readonly KubernetesObject[] {
    return this.#view("objects");
  }

  /** The stored object that `ref` names: `Kind namespace/name`, `Kind name`, either with `#uid` behind it. */
  object(ref: string): KubernetesObject | undefined {
    const object = this.#with((handle) => handle.object(ref));
    return object === undefined ? undefined : JSON.parse(object);
  }

  /** The work queues of the controllers that run. */
  queues(): readonly Queue[] {
    return this.#view("queues");
  }

  /** The garbage collector's graph. */
  graph(): readonly GraphNode[] {
    return this.#view("graph");
  }

  /** The absent-owner cache, the most recent one first. */
  absentOwners(): readonly ObjectIdentity[] {
    return this.#view("absentOwners");
  }

  /** The informers of the controllers that run. */
  informers(): readonly InformerState[] {
    return this.#view("informers");
  }

  /** The zones, where the node lifecycle controller runs. */
  zones(): readonly ZoneView[] {
    return this.#view("zones");
  }

  /** The nodes, where a controller of nodes runs. */
  nodes(): readonly NodeView[] {
    return this.#view("nodes");
  }

  /** The pods that taint eviction will delete, the next one first. */
  evictions(): readonly Eviction[] {
    return this.#view("evictions");
  }

  /** What the ReplicaSet controller waits to see, where it runs. */
  expectations(): readonly ExpectationsRecord[] {
    return this.#view("expectations");
  }

  /** What the controllers' metrics say. */
  metrics(): Metrics {
    return this.#view("metrics");
  }

  /** Every request up to now, in order. */
  calls(): readonly CallResult[] {
    return this.#view("calls");
  }

  /** Every Event that a controller has recorded up to now. */
  events(): readonly EventResult[] {
    return this.#view("events");
  }

  /** The next thing that becomes due, and why. */
  nextDue(): NextDue | undefined {
    return this.#view("nextDue") ?? undefined;
  }

  /** The digest of the whole state: equal states have equal digests on every machine. */
  digest(): string {
    return this.#with((handle) => handle.digest());
  }

  /** Gives the memory back. The simulation cannot be used afterwards. */
  free(): void {
    this.#handle.free();
  }

  /** The same, for `using`. */
  declare [Symbol.dispose]: () => void;

  #view<Name extends keyof Views>(name: Name): Views[Name] {
    return JSON.parse(this.#with((handle) => handle.view(name)) ?? "null");
  }

  #with<T>(work: (handle: SimulationHandle) => T): T {
    return using(this.#engine, () => work(this.#handle));
  }
}

disposable(Simulation.prototype);

/** A step's number as the engine takes it. Whatever is none is beyond every history. */
function index(step: number): number {
  return Number.isInteger(step) && step >= 0 && step < 2 ** 32 ? step : 2 ** 32 - 1;
}

/**
 * A simulation of dumps, which are the files of a scenario without anything else.
 * @internal
 */
export function simulationOf(engine: Bindings, dumps: readonly Source[], options: SimulationOptions): Simulation {
  const { controllers, flags, latency, finalizers, kinds } = options;
  // Names may be the same: the scenario calls them by numbers.
  const files = dumps.map((source, number) => ({ ...source, name: `${number}` }));
  const scenario = {
    kubeloupe: "v1",
    controllers,
    flags,
    latency,
    finalizers,
    kinds,
    files: files.map(({ name }) => name),
  };
  return begun(engine, { name: "options", bytes: bytesOf(JSON.stringify(scenario)), found: false }, files, options);
}

/**
 * A simulation of a scenario.
 * @internal
 */
export function begun(engine: Bindings, scenario: Source, files: readonly Source[], options: Version & Order): Simulation {
  return using(engine, () => {
    const question = asked(engine, options, options);
    const sources = handed(engine, files);
    try {
      return Simulation.of(engine, new engine.SimulationHandle(scenario.name, scenario.bytes, sources, question));
    } finally {
      sources.free();
      question.free();
    }
  });
}
