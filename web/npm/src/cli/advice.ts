import { Failure, isRefusal } from "./failure.js";
import { STANDARD_INPUT, type Source } from "./sources.js";

/** The name of the first member of a JSON or YAML text: after comments, the start of a document and an opening brace. */
const FIRST_MEMBER = /^(?:[\s{]|#.*\n|---.*\n)*["']?(\w+)["']?\s*:/;

/** How much of an input is looked at: a dump may be very large. */
const HEAD = 4096;

/** By which first members an input shows that the other command reads it. */
const READERS = [
  { command: "run", noun: "scenario", members: ["kubeloupe", "title"], rest: "" },
  {
    command: "forecast",
    noun: "dump",
    members: ["apiVersion", "kind", "items", "metadata"],
    rest: " --delete KIND/NAMESPACE/NAME",
  },
] as const;

/** What to throw when a command was refused an input: with the other command, if that is the one that reads it. */
export function advised(error: unknown, command: "run" | "forecast", sources: readonly Source[]): unknown {
  if (!isRefusal(error)) {
    return error;
  }
  for (const { name, bytes, found } of sources) {
    const member = FIRST_MEMBER.exec(new TextDecoder().decode(bytes.subarray(0, HEAD)))?.[1];
    const reader = READERS.find(({ members }) => members.some((known) => known === member));
    // A folder may hold files of both kinds, and those that do not fit are left out of it.
    if (!found && reader !== undefined && reader.command !== command) {
      const path = name === STANDARD_INPUT ? "-" : name;
      return new Failure(
        error.message,
        `${name} looks like a ${reader.noun}: try \`kubeloupe ${reader.command} ${path}${reader.rest}\`.`,
      );
    }
  }
  return error;
}
