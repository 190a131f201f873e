import type { Writable } from "node:stream";
import { escaped, harmless } from "./harmless.js";

/** Where the program prints. */
export interface Terminal {
  /** Whether people read the output as it comes. */
  readonly isTerminal: boolean;
  /** Prints the lines of a result. Only the program tells where a line ends: a newline within one is not its own. */
  print(lines: readonly string[]): void;
  /** Prints a result for programs, with all its data. */
  json(text: string): void;
  /** Prints the lines of what is no result: a mistake, a remark. */
  remark(lines: readonly string[]): void;
  /** Whether people see how far long work is. */
  readonly showsProgress: boolean;
  /** Shows how far long work is, in place of what it showed before; nothing takes it away. */
  progress(text: string | undefined): void;
}

/** Marks of fates, and the colours they have on a terminal. */
const COLOURS: readonly (readonly [string, number])[] = [
  ["✕", 31],
  ["■", 35],
  ["◐", 33],
  ["◆", 36],
  ["●", 32],
];

/** The terminal, or files and pipes, that the program was started with. */
export function standard(env: NodeJS.ProcessEnv = process.env): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever reads may stop reading, as `head` does; that is not a failure of what was printed before.
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") {
        throw error;
      }
    });
  }
  const colours = wantsColours(env, process.stdout.isTTY);
  let shown = false;
  const progress = (text: string | undefined) => {
    if (text !== undefined || shown) {
      shown = text !== undefined;
      // The start of the line, and nothing on it.
      process.stderr.write(`\r\u001b[K${text === undefined ? "" : harmless(text)}`);
    }
  };
  return {
    isTerminal: process.stdout.isTTY,
    showsProgress: process.stderr.isTTY && env.TERM !== "dumb",
    progress,
    print: (lines) => write(process.stdout, colours ? coloured(readable(lines)) : readable(lines)),
    json: (text) => write(process.stdout, escaped(text)),
    remark: (lines) => write(process.stderr, readable(lines)),
  };
}

/** Colours are for terminals; FORCE_COLOR and NO_COLOR say otherwise, the first of them louder. */
export function wantsColours(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") {
    return forced !== "0" && forced !== "false";
  }
  return isTerminal && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
}

function readable(lines: readonly string[]): string {
  return lines.map(harmless).join("\n");
}

function write(stream: Writable, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Colours the marks. Names in Kubernetes cannot hold any of them, so no name is taken for a mark. */
export function coloured(text: string): string {
  return COLOURS.reduce((done, [mark, code]) => done.replaceAll(mark, `\u001b[${code}m${mark}\u001b[39m`), text);
}
