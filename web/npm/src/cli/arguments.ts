import { parseArgs } from "node:util";
import { Failure } from "./failure.js";
import { nearest } from "./near.js";

/** One option of a command. */
export interface Option {
  /** What stands for its value in the help; without it the option is a switch. */
  readonly value?: string;
  /** The only values it may have. */
  readonly choices?: readonly string[];
  /** Its one-letter form. */
  readonly short?: string;
  readonly help: string;
}

/** The options of a command, by their long names. */
export type Options = Readonly<Record<string, Option>>;

/** One argument in the order given. */
export type Argument =
  | { readonly kind: "option"; readonly name: string; readonly value: string | undefined }
  | { readonly kind: "positional"; readonly value: string };

/** What a command was given. */
export class Arguments {
  constructor(readonly list: readonly Argument[]) {}

  /** Whether a switch is there. */
  has(name: string): boolean {
    return this.list.some((argument) => argument.kind === "option" && argument.name === name);
  }

  /** The value of an option; the last one counts. */
  value(name: string): string | undefined {
    return this.list.filter((argument) => argument.kind === "option" && argument.name === name).at(-1)?.value;
  }

  /** All values of an option, in the order given. */
  values(name: string): string[] {
    return this.list.flatMap((argument) =>
      argument.kind === "option" && argument.name === name && argument.value !== undefined ? [argument.value] : [],
    );
  }

  /** What is no option. */
  positionals(): string[] {
    return this.list.flatMap((argument) => (argument.kind === "positional" ? [argument.value] : []));
  }
}

/** Reads the arguments of a command; anything that the command does not know is refused, since a flag that is ignored misleads. */
export function parse(command: string, options: Options, args: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) } as const,
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const list: Argument[] = [];
  for (const token of tokens) {
    if (token.kind === "option") {
      check(command, options, token);
      list.push({ kind: "option", name: token.name, value: token.value });
    } else if (token.kind === "positional") {
      list.push({ kind: "positional", value: token.value });
    }
  }
  return new Arguments(list);
}

function check(
  command: string,
  options: Options,
  given: { readonly name: string; readonly rawName: string; readonly value?: string | undefined },
): void {
  const remedy = `\`kubeloupe ${command} --help\` lists the options.`;
  const option = Object.hasOwn(options, given.name) ? options[given.name] : undefined;
  if (option === undefined) {
    const near = nearest(given.name, Object.keys(options));
    const hint = near === undefined ? "" : `Did you mean --${near}? `;
    throw new Failure(`${command} has no option ${given.rawName}.`, hint + remedy);
  }
  if (option.value === undefined && given.value !== undefined) {
    throw new Failure(`${given.rawName} takes no value.`, remedy);
  }
  if (option.value !== undefined && (given.value === undefined || given.value === "")) {
    throw new Failure(`${given.rawName} needs a value: ${given.rawName} ${option.value}.`, remedy);
  }
  if (option.choices !== undefined && !option.choices.includes(given.value ?? "")) {
    const near = nearest(given.value ?? "", option.choices);
    const hint = near === undefined ? "" : `Did you mean ${near}? `;
    throw new Failure(`${given.rawName} cannot be ${given.value}.`, `${hint}It is one of ${option.choices.join(", ")}.`);
  }
}
