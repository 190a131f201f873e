import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { runJson } from "../api.js";
import { host } from "../engines.js";
import type { Language } from "../question.js";
import type { ScenarioResult } from "../types.js";
import { advised } from "./advice.js";
import type { Command } from "./command.js";
import { language } from "./dump.js";
import { withEngine } from "./engine.js";
import { type ExitCode, Failure, complaint, describe } from "./failure.js";
import { runMarkdown } from "./markdown.js";
import { followed } from "./progress.js";
import { STANDARD_INPUT, type Source, readSource, readSources, unreadable } from "./sources.js";
import { summary } from "./summary.js";
import type { Terminal } from "./terminal.js";
import { VERSION_OPTIONS, type VersionWords, versionWords } from "./version.js";

const EXTENSIONS = /\.scenario\.(ya?ml|json)(\.gz)?$/i;

/** `kubeloupe run` */
export const run: Command = {
  name: "run",
  synopsis:
    "SCENARIO… [--json | --markdown] [--trace] [--seed N] [--schedule fair|random] [--kubernetes 1.NN] [--any-files]",
  summary: "Runs scenario files and checks what they expect.",
  details: `Prints one line of JSON for each scenario: the fate of every object with its reasons, the calls and events on the way,
and whether the expectations hold. On a terminal it prints a summary instead, unless --json is there.
A version, switch or feature gate given here goes before those of the scenario.
A folder stands for all *.scenario.yaml and *.scenario.json files in it.`,
  options: {
    json: { help: "print JSON on a terminal too" },
    markdown: { help: "print Markdown, for a ticket" },
    trace: { help: "add every step with its effects to the JSON" },
    seed: { value: "N", help: "the seed of the random schedule, instead of the scenario's" },
    schedule: {
      value: "NAME",
      choices: ["fair", "random"],
      help: "the order of steps where the controllers leave it open, instead of the scenario's",
    },
    ...VERSION_OPTIONS,
    "any-files": { help: "let scenarios name files outside their own folder" },
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const paths = given.positionals();
    if (paths.length === 0) {
      throw new Failure("run needs a scenario.", "kubeloupe run SCENARIO…; `kubeloupe run --help` tells more.");
    }
    const asMarkdown = given.has("markdown");
    if (asMarkdown && (given.has("json") || given.has("trace"))) {
      throw new Failure("--markdown and --json are two forms of one result, and --trace belongs to the second.", "Give one of them.");
    }
    const asText = asMarkdown || (terminal.isTerminal && !given.has("json") && !given.has("trace"));
    const settings: Settings = {
      trace: given.has("trace"),
      seed: seed(given.value("seed")),
      // The option allows no other words.
      schedule: given.value("schedule") as "fair" | "random" | undefined,
      lang: language(given),
      version: versionWords(given),
      anyFiles: given.has("any-files"),
    };
    let worst = 0 as ExitCode;
    for (const path of paths) {
      for (const scenario of await attempt(terminal, path, async () => (await readSources([path], EXTENSIONS)).sources, [])) {
        const json = await attempt(terminal, path, () => runScenario(terminal, scenario, settings), undefined);
        if (json === undefined) {
          continue;
        }
        const result: ScenarioResult = JSON.parse(json);
        if (asMarkdown) {
          terminal.print(runMarkdown(scenario.name, result, settings.lang));
        } else if (asText) {
          terminal.print(summary(scenario.name, result));
        } else {
          terminal.json(json);
        }
        worst = worst === 2 || result.expectations.every(({ ok }) => ok) ? worst : 1;
      }
    }
    return worst;

    /** One scenario that cannot be run does not keep the others from running. */
    async function attempt<T>(to: typeof terminal, name: string, work: () => Promise<T>, otherwise: T): Promise<T> {
      try {
        return await work();
      } catch (error) {
        worst = 2;
        to.remark(complaint(error));
        if (!asText) {
          to.json(JSON.stringify({ kubeloupe: "v1", scenario: name, error: describe(error).join("\n") }));
        }
        return otherwise;
      }
    }
  },
};

interface Settings {
  readonly trace: boolean;
  readonly seed: bigint | undefined;
  readonly schedule: "fair" | "random" | undefined;
  readonly lang: Language;
  readonly version: VersionWords;
  /** Scenarios may name files anywhere. */
  readonly anyFiles: boolean;
}

function seed(text: string | undefined): bigint | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n) {
    throw new Failure(`--seed cannot be ${text}.`, "It is a whole number from 0 to 18446744073709551615.");
  }
  return BigInt(text);
}

async function runScenario(terminal: Terminal, scenario: Source, settings: Settings): Promise<string> {
  const { schedule, seed, trace, lang, version } = settings;
  const folder = scenario.name === STANDARD_INPUT ? "." : dirname(scenario.name);
  const wanted = await withEngine([scenario.name], (engine) =>
    engine.filesNeeded(scenario.name, scenario.bytes, lang),
  ).catch((error: unknown) => {
    throw advised(error, "run", [scenario]);
  });
  const files = await Promise.all(
    wanted.map(async (name) => {
      const file = await readSource(settings.anyFiles ? resolve(folder, name) : await within(folder, name));
      return { ...file, name };
    }),
  );
  const { kubernetes, switches, gates } = version;
  const options = { kubernetes, switches, featureGates: gates, schedule, seed, trace, lang };
  return followed(terminal, (call) => runJson(host, scenario, files, { ...options, ...call }));
}

/** The path of a file that a scenario names. A scenario may come from anybody, so it only gets at what lies beside it. */
async function within(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name);
  const outside = (from: string, to: string) => {
    const way = relative(from, to);
    return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  };
  const real = async (one: string) =>
    realpath(one).catch((error: unknown) => {
      throw unreadable(one, error);
    });
  if (isAbsolute(name) || outside(resolve(folder), path) || outside(await real(folder), await real(path))) {
    throw new Failure(
      `the scenario names the file ${name}, which is not in its folder.`,
      "Put the file beside the scenario, or add --any-files if you trust it.",
    );
  }
  return path;
}
