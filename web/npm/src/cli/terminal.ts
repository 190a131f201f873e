import type { Writable } from "node:stream";

/** Where the program prints. */
export interface Terminal {
  /** Whether people read the output as it comes. */
  readonly isTerminal: boolean;
  /** Prints a result. */
  print(text: string): void;
  /** Prints what is no result: a mistake, a remark. */
  remark(text: string): void;
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
    print: (text) => write(process.stdout, colours ? coloured(text) : text),
    remark: (text) => write(process.stderr, text),
  };
}

function write(stream: Writable, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Colours the marks. Names in Kubernetes cannot hold any of them, so no name is taken for a mark. */
export function coloured(text: string): string {
  return COLOURS.reduce((done, [mark, code]) => done.replaceAll(mark, `\u001b[${code}m${mark}\u001b[39m`), text);
}
