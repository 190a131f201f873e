import { existsSync } from "node:fs";
import { advised } from "./advice.js";
import type { Argument } from "./arguments.js";
import type { Command } from "./command.js";
import { withEngine } from "./engine.js";
import { Failure } from "./failure.js";
import { DUMP_EXTENSIONS, readSources } from "./sources.js";
import { VERSION_OPTIONS, versionWords } from "./version.js";

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
    const names = sources.map((source) => source.name);
    const lang = given.value("lang") ?? "en";
    const asJson = given.has("json");
    const asMarkdown = given.has("markdown");
    if (asJson && asMarkdown) {
      throw new Failure("--json and --markdown are two forms of one result.", "Give one of them.");
    }
    const { kubernetes, switches, gates } = versionWords(given);
    const { text, remarks } = await withEngine(names, (engine) => {
      const inputs = new engine.Sources();
      for (const { name, bytes, found } of sources) {
        inputs.add(name, bytes, found);
      }
      for (const { name, why } of passedOver) {
        inputs.passOver(name, why);
      }
      const report = engine.forecast(
        inputs,
        targets,
        given.value("namespace"),
        given.value("cascade"),
        lang,
        kubernetes,
        switches,
        gates,
      );
      try {
        const text = asJson ? report.json() : asMarkdown ? report.markdown(lang) : report.text(lang);
        return { text, remarks: report.remarks(lang) };
      } finally {
        report.free();
        inputs.free();
      }
    }).catch((error: unknown) => {
      throw advised(error, "forecast", sources);
    });
    if (remarks !== "") {
      terminal.remark(remarks.split("\n"));
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
