import { existsSync } from "node:fs";
import type { Cascade } from "../types.js";
import type { Argument } from "./arguments.js";
import type { Command } from "./command.js";
import { readDump } from "./dump.js";
import { Failure } from "./failure.js";
import { followed } from "./progress.js";
import { DUMP_EXTENSIONS, readSources } from "./sources.js";
import { VERSION_OPTIONS } from "./version.js";

/** `kubeloupe forecast` */
export const forecast: Command = {
  name: "forecast",
  synopsis:
    "DUMP… --delete KIND[.GROUP]/[NS/]NAME… [--cascade background|foreground|orphan|default] [--kubernetes 1.NN] [--json | --markdown]",
  summary: "Tells what a deletion would do to the objects of a dump, and why.",
  details: `DUMP is what \`kubectl get … -o json\` or \`-o yaml\` prints, a folder or a tar archive of such files (a must-gather,
\`kubectl cluster-info dump --output-directory\`), or - for the standard input; all of them also compressed with gzip.
What was not read is told, with the reason.
KIND is what kubectl accepts: deploy, deployments, deployment.apps, Deployment. Without a namespace, the object is looked
for in all of them. Several objects are deleted in the order given.
Without --cascade all policies are shown side by side; default is a DELETE without a policy, which the API server decides
by kind.

The table marks what becomes of an object:
  ✕ deleted         it is gone
  ◆ orphaned        it lives on and has lost an owner
  ■ stuck           it is being deleted and will never go by itself
  ◐ deleting        it is still being deleted at the end
  ● kept            it lives on, since an owner of it lives
  ▲ uncollectable   it lives on, although no owner of it can be reached
  ~ changed         it was changed in another way
  + created         it was made on the way
  · untouched       nothing happens to it under this policy`,
  options: {
    delete: { value: "KIND/NAME", help: "an object to delete; more may follow, and it may be repeated" },
    namespace: { value: "NS", short: "n", help: "the namespace of the objects that are named without one" },
    cascade: {
      value: "NAME",
      choices: ["background", "foreground", "orphan", "default"],
      help: "one policy instead of all",
    },
    ...VERSION_OPTIONS,
    json: { help: "print JSON" },
    markdown: { help: "print Markdown, for a ticket" },
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const { dumps, targets } = split(given.list);
    if (targets.length === 0) {
      throw new Failure("forecast needs to know what to delete.", "Add --delete KIND/NAMESPACE/NAME.");
    }
    if (dumps.length === 0) {
      throw new Failure(
        "forecast needs a dump.",
        "kubectl get all,cm,secret,pvc -A -o json | kubeloupe forecast - --delete KIND/NAMESPACE/NAME",
      );
    }
    const { sources, passedOver } = await readSources(dumps, DUMP_EXTENSIONS);
    const asJson = given.has("json");
    const asMarkdown = given.has("markdown");
    if (asJson && asMarkdown) {
      throw new Failure("--json and --markdown are two forms of one result.", "Give one of them.");
    }
    const dump = await readDump(terminal, sources, passedOver, given);
    const remarks = dump.remarks;
    const text = await followed(terminal, async (call) => {
      const question = {
        delete: targets,
        namespace: given.value("namespace"),
        // The option allows no other words.
        cascade: given.value("cascade") as Cascade | undefined,
        ...call,
      };
      return asJson
        ? JSON.stringify(await dump.forecast(question))
        : dump.forecast({ ...question, format: asMarkdown ? "markdown" : "text" });
    });
    if (remarks.length > 0) {
      terminal.remark(remarks);
    }
    if (asJson) {
      terminal.json(text);
    } else {
      terminal.print(text.split("\n"));
    }
    return 0;
  },
};

/** Tells dumps from what is to be deleted: `--delete` may be followed by several objects, and those are no files. */
function split(list: readonly Argument[]): { dumps: string[]; targets: string[] } {
  const dumps: string[] = [];
  const targets: string[] = [];
  let afterDelete = false;
  for (const argument of list) {
    if (argument.kind === "option") {
      afterDelete = argument.name === "delete";
      if (afterDelete && argument.value !== undefined) {
        targets.push(argument.value);
      }
    } else if (afterDelete && argument.value.includes("/") && !existsSync(argument.value)) {
      targets.push(argument.value);
    } else {
      dumps.push(argument.value);
    }
  }
  return { dumps, targets };
}
