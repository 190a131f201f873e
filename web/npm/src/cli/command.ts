import type { Arguments, Options } from "./arguments.js";
import type { ExitCode } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** What follows its name. */
  readonly synopsis: string;
  /** One line about it. */
  readonly summary: string;
  /** What its help says beside that. */
  readonly details: string;
  readonly options: Options;
  run(given: Arguments, terminal: Terminal): Promise<ExitCode>;
}

/** The lines of `kubeloupe NAME --help`. */
export function help(command: Command): string[] {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const choices = option.choices?.join("|") ?? option.value;
    return [`  ${short}--${name}${choices === undefined ? "" : ` ${choices}`}`, option.help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const lines = rows.map(([left, right]) => left.padEnd(width) + right);
  return `kubeloupe ${command.name} ${command.synopsis}

${command.summary}

${command.details}

Options:
${lines.join("\n")}
`.split("\n");
}
