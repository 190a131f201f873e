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
  const colours = process.stdout.isTTY && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  return {
    isTerminal: process.stdout.isTTY,
    print: (lines) => write(process.stdout, colours ? coloured(readable(lines)) : readable(lines)),
    json: (text) => write(process.stdout, escaped(text)),
    remark: (lines) => write(process.stderr, readable(lines)),
  };
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
