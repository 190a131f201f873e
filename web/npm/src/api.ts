import { Dump, type ForecastQuestion, type TextForm } from "./dump.js";
import { InputError } from "./errors.js";
import { type Bindings, type Host, using, withEngine } from "./host.js";
import {
  type Data,
  type DumpInput,
  type PassedOver,
  type ScenarioInput,
  type Source,
  bytesOf,
  handed,
  isYaml,
  sourcesOf,
} from "./input.js";
import { type Language, type Order, type Version, asked } from "./question.js";
import { type Simulation, type SimulationOptions, begun } from "./simulation.js";
import { type LongCall, inSlices } from "./slices.js";
import type { Diagnosis, ForecastReport, HashReport, ScenarioResult } from "./types.js";

/** How a dump is read. */
export interface LoadOptions extends SimulationOptions, LongCall {}

/** The files that a scenario names, under the names by which it calls them. */
export interface ScenarioFiles {
  readonly files?: Readonly<Record<string, Data>> | undefined;
}

/** How a scenario is run. */
export interface ScenarioOptions extends Version, Order, ScenarioFiles, LongCall {
  /** Every step is told with its effects. */
  readonly trace?: boolean | undefined;
}

/** How templates are hashed. */
export interface HashOptions {
  /** The version of the controller-manager, such as `1.37`, or `all`. */
  readonly kubernetes?: string | undefined;
  /** The collisionCount, instead of that in the object's status. */
  readonly collisionCount?: number | undefined;
  /** What each field contributes, and what tells two templates or two versions apart. */
  readonly explain?: boolean | undefined;
  /** The language of sentences. */
  readonly lang?: Language | undefined;
}

/** What the package can do. */
export interface Api {
  load(input: DumpInput, options?: LoadOptions): Promise<Dump>;
  forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions & TextForm): Promise<string>;
  forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions): Promise<ForecastReport>;
  diagnose(input: DumpInput | Dump, options: LoadOptions & TextForm): Promise<string>;
  diagnose(input: DumpInput | Dump, options?: LoadOptions): Promise<Diagnosis>;
  podTemplateHash(input: DumpInput, options?: HashOptions): Promise<HashReport>;
  run(scenario: ScenarioInput, options?: ScenarioOptions): Promise<ScenarioResult>;
  simulate(scenario: ScenarioInput, options?: Version & Order & ScenarioFiles): Promise<Simulation>;
  filesNeeded(scenario: ScenarioInput): Promise<readonly string[]>;
}

/**
 * The same, with engines that come from somewhere.
 * @internal
 */
export function api(host: Host): Api {
  async function load(input: DumpInput, options: LoadOptions = {}): Promise<Dump> {
    return read(host, sourcesOf(input), [], options);
  }

  function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions & TextForm): Promise<string>;
  function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions): Promise<ForecastReport>;
  function forecast(input: DumpInput | Dump, question: ForecastQuestion & LoadOptions): Promise<ForecastReport | string> {
    return once(input, question, (dump) => dump.forecast(question));
  }

  function diagnose(input: DumpInput | Dump, options: LoadOptions & TextForm): Promise<string>;
  function diagnose(input: DumpInput | Dump, options?: LoadOptions): Promise<Diagnosis>;
  function diagnose(input: DumpInput | Dump, options: LoadOptions = {}): Promise<Diagnosis | string> {
    return once(input, options, (dump) => dump.diagnose(options));
  }

  async function podTemplateHash(input: DumpInput, options: HashOptions = {}): Promise<HashReport> {
    const { kubernetes, collisionCount, explain = false, lang = "en" } = options;
    const sources = sourcesOf(input);
    return withEngine(host, sources.some(isYaml), async (engine) =>
      using(engine, () => {
        const inputs = handed(engine, sources);
        try {
          const answer = engine.hashTemplates(inputs, kubernetes, collisionCount, explain, lang);
          try {
            return JSON.parse(answer.json()) as HashReport;
          } finally {
            answer.free();
          }
        } finally {
          inputs.free();
        }
      }),
    );
  }

  async function run(scenario: ScenarioInput, options: ScenarioOptions = {}): Promise<ScenarioResult> {
    return JSON.parse(await runJson(host, scenarioOf(scenario), filesOf(options), options));
  }

  async function simulate(scenario: ScenarioInput, options: Version & Order & ScenarioFiles = {}): Promise<Simulation> {
    const source = scenarioOf(scenario);
    const files = filesOf(options);
    return withEngine(host, [source, ...files].some(isYaml), async (engine) => begun(engine, source, files, options));
  }

  async function filesNeeded(scenario: ScenarioInput): Promise<readonly string[]> {
    const source = scenarioOf(scenario);
    return withEngine(host, isYaml(source), async (engine) =>
      using(engine, () => engine.filesNeeded(source.name, source.bytes, "en")),
    );
  }

  async function once<T>(input: DumpInput | Dump, options: LoadOptions, ask: (dump: Dump) => Promise<T>): Promise<T> {
    if (input instanceof Dump) {
      return ask(input);
    }
    const dump = await load(input, options);
    try {
      return await ask(dump);
    } finally {
      dump.free();
    }
  }

  return { load, forecast, diagnose, podTemplateHash, run, simulate, filesNeeded };
}

/**
 * Reads a dump in slices.
 * @internal
 */
export async function read(
  host: Host,
  sources: readonly Source[],
  passedOver: readonly PassedOver[],
  options: LoadOptions,
): Promise<Dump> {
  return withEngine(host, sources.some(isYaml), async (engine) => {
    const handle = using(engine, () => {
      const question = asked(engine, options);
      try {
        return new engine.DumpHandle(handed(engine, sources, passedOver), question);
      } finally {
        question.free();
      }
    });
    const total = sources.reduce((sum, { bytes }) => sum + bytes.length, 0);
    try {
      await inSlices(
        (budget) => using(engine, () => handle.advance(budget)),
        options,
        () => {
          const [steps, objects] = [handle.steps(), handle.objects()];
          return steps === 0
            ? { phase: "reading", fraction: Math.min(handle.bytes() / Math.max(total, 1), 1), objects }
            : { phase: "preparing", steps, objects };
        },
      );
    } catch (error) {
      handle.free();
      throw error;
    }
    return Dump.of({ engine, handle, sources, options });
  });
}

/**
 * Runs a scenario in slices; the result is JSON.
 * @internal
 */
export async function runJson(
  host: Host,
  scenario: Source,
  files: readonly Source[],
  options: Version & Order & LongCall & { readonly trace?: boolean | undefined },
): Promise<string> {
  return withEngine(host, [scenario, ...files].some(isYaml), async (engine: Bindings) => {
    const handle = using(engine, () => {
      const question = asked(engine, options, options);
      const sources = handed(engine, files);
      try {
        return new engine.RunHandle(scenario.name, scenario.bytes, sources, question, options.trace ?? false);
      } finally {
        sources.free();
        question.free();
      }
    });
    try {
      await inSlices(
        (budget) => using(engine, () => handle.advance(budget)),
        options,
        () => ({ phase: "running", steps: handle.steps(), time: handle.time() }),
      );
      return using(engine, () => handle.json());
    } finally {
      handle.free();
    }
  });
}

function scenarioOf(input: ScenarioInput): Source {
  const [source] = sourcesOf(input, "scenario");
  if (source === undefined) {
    throw new InputError("a scenario is text, bytes or an object", "input");
  }
  return source;
}

function filesOf({ files }: ScenarioFiles): Source[] {
  return Object.entries(files ?? {}).map(([name, data]) => ({ name, bytes: bytesOf(data), found: false }));
}
