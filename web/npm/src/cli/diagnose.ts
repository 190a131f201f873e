import type { Command } from "./command.js";
import { readDump } from "./dump.js";
import { Failure } from "./failure.js";
import { followed } from "./progress.js";
import { DUMP_EXTENSIONS, readSources } from "./sources.js";
import { VERSION_OPTIONS } from "./version.js";

/** `kubeloupe diagnose` */
export const diagnose: Command = {
  name: "diagnose",
  synopsis: "DUMP… [--json|--markdown] [--kubernetes 1.NN] [--lang en|zh]",
  summary: "Finds what is stuck in a dump, what will be deleted, and which owner references are wrong.",
  details: `DUMP is what \`kubectl get … -o json\` or \`-o yaml\` prints, a folder or a tar archive of such files, or - for the
standard input; all of them also compressed with gzip. The more kinds it holds, the more can be said; what is missing is named:

  kubectl get all,cm,secret,pvc,ns,crd,apiservice,node,lease -A -o json | kubeloupe diagnose -

Each finding tells what it is about, why, what will come of it and when, and the least edit that puts it right:
  ■ stuck            it is (or will be) half deleted, and nothing that runs removes it
  ✕ will be deleted  it is gone soon, though nobody asks for it now
  ◐ slow             it is being deleted, and takes its time
  ▲ uncollectable    no owner of it can be reached, and yet it is never collected
  ◆ loses reference  it lives on, without one of its owners
  ● stays            it lives on; what is wrong shows when something else happens
  ? cannot verify    the dump does not say: what it would have to hold is named

It ends with 0 when nothing is wrong, and with 1 when something is; what cannot be verified alone is no fault.`,
  options: {
    json: { help: "print JSON" },
    markdown: { help: "print Markdown, ready for a ticket" },
    ...VERSION_OPTIONS,
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const dumps = given.positionals();
    if (dumps.length === 0) {
      throw new Failure(
        "diagnose needs a dump.",
        "kubectl get all,cm,secret,pvc,ns,crd,apiservice,node,lease -A -o json | kubeloupe diagnose -",
      );
    }
    if (given.has("json") && given.has("markdown")) {
      throw new Failure("diagnose prints JSON or Markdown, not both.", "Leave one of --json and --markdown out.");
    }
    const { sources, passedOver } = await readSources(dumps, DUMP_EXTENSIONS);
    const lang = given.value("lang") ?? "en";
    const dump = await readDump(terminal, sources, passedOver, given);
    const remarks = dump.remarks;
    const { text, wrong } = await followed(terminal, (call) =>
      dump.diagnosed(call, (handle) => ({
        text: given.has("json") ? handle.json(lang) : given.has("markdown") ? handle.markdown(lang) : handle.text(lang),
        wrong: handle.isAnythingWrong(),
      })),
    );
    if (remarks.length > 0) {
      terminal.remark(remarks);
    }
    if (given.has("json")) {
      terminal.json(text);
    } else {
      terminal.print(text.split("\n"));
    }
    return wrong ? 1 : 0;
  },
};
