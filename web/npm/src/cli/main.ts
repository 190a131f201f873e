import { readFile } from "node:fs/promises";
import { parse } from "./arguments.js";
import { type Command, help } from "./command.js";
import { diagnose } from "./diagnose.js";
import { type ExitCode, Failure, complaint } from "./failure.js";
import { forecast } from "./forecast.js";
import { graph } from "./graph.js";
import { hash } from "./hash.js";
import { nearest } from "./near.js";
import { run } from "./run.js";
import { type Terminal, standard } from "./terminal.js";
import { versions } from "./versions.js";

const COMMANDS: readonly Command[] = [run, forecast, diagnose, graph, hash, versions];

/** Runs the program and gives the code to end with. */
export async function main(args: readonly string[], terminal: Terminal = standard()): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    terminal.remark(complaint(error));
    return 2;
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  switch (name) {
    case undefined:
      terminal.remark(usage());
      return 2;
    case "help":
    case "--help":
    case "-h":
      terminal.print(rest[0] === undefined ? usage() : help(command(rest[0])));
      return 0;
    case "--version":
    case "-V":
      terminal.print([`kubeloupe ${await version()}`]);
      return 0;
  }
  const chosen = command(name);
  const given = parse(chosen.name, { ...chosen.options, help: { short: "h", help: "" } }, rest);
  if (given.has("help")) {
    terminal.print(help(chosen));
    return 0;
  }
  return chosen.run(given, terminal);
}

function command(name: string): Command {
  const found = COMMANDS.find((known) => known.name === name);
  if (found !== undefined) {
    return found;
  }
  const names = COMMANDS.map((known) => known.name);
  const near = nearest(name, names);
  throw new Failure(
    `there is no command ${name}.`,
    `${near === undefined ? "" : `Did you mean ${near}? `}The commands are ${names.join(", ")}; \`kubeloupe --help\` tells about them.`,
  );
}

function usage(): string[] {
  const lines = COMMANDS.map(({ name, synopsis, summary }) => `  kubeloupe ${name} ${synopsis}\n      ${summary}`);
  return `kubeloupe: what Kubernetes' controllers will do, and why

${lines.join("\n")}

  kubeloupe COMMAND --help   tells about a command
  kubeloupe --version        prints the version

- stands for the standard input. Inputs are JSON or YAML, also compressed with gzip.
The program ends with 0 when all is well, 1 when an expectation failed or something is wrong, and 2 when it could not do what was asked.
`.split("\n");
}

async function version(): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  return manifest.version;
}
