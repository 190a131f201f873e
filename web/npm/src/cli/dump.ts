import { read } from "../api.js";
import type { Dump } from "../dump.js";
import { host } from "../engines.js";
import type { PassedOver, Source } from "../input.js";
import type { Language } from "../question.js";
import { advised } from "./advice.js";
import type { Arguments } from "./arguments.js";
import { followed } from "./progress.js";
import type { Terminal } from "./terminal.js";
import { versionWords } from "./version.js";

/** The dump that a command is about. */
export async function readDump(
  terminal: Terminal,
  sources: readonly Source[],
  passedOver: readonly PassedOver[],
  given: Arguments,
): Promise<Dump> {
  const { kubernetes, switches, gates } = versionWords(given);
  const options = { kubernetes, switches, featureGates: gates, lang: language(given) };
  return followed(terminal, (call) => read(host, sources, passedOver, { ...options, ...call })).catch((error: unknown) => {
    throw advised(error, "forecast", sources);
  });
}

/** The language that was asked for: the option allows no other words. */
export function language(given: Arguments): Language {
  return (given.value("lang") ?? "en") as Language;
}
