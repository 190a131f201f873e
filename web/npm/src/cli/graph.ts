import { advised } from "./advice.js";
import type { Command } from "./command.js";
import { withEngine } from "./engine.js";
import { Failure } from "./failure.js";
import { readSource, readSources } from "./sources.js";
import { VERSION_OPTIONS, versionWords } from "./version.js";

const EXTENSIONS = /\.(ya?ml|json|dot)(\.gz)?$/i;

/** `kubeloupe graph` */
export const graph: Command = {
  name: "graph",
  synopsis: "DUMP… [--form corrected|upstream] [--compare GRAPH] [--json] [--kubernetes 1.NN]",
  summary: "Prints the garbage collector's graph of a dump in DOT, or compares it with a real one.",
  details: `DUMP is what \`kubeloupe forecast\` reads. The graph is the one that the collector has when it has seen everything in it.
GRAPH is what the debug endpoint of a kube-controller-manager prints:
  kubectl get --raw /api/v1/namespaces/kube-system/pods/https:NAME:10257/proxy/debug/controllers/garbage-collector-controller/graph
It is compared node by node and edge by edge: what only one of them has, and flags that stand differently. The program then
ends with 1 if there is any difference. The endpoint confuses the dependents of an owner that is missing; an edge that it
may have led astray is no difference. --form upstream prints the graph with that mistake.`,
  options: {
    form: {
      value: "NAME",
      choices: ["corrected", "upstream"],
      help: "as the debug endpoint prints it, or without its mistake (corrected)",
    },
    compare: { value: "GRAPH", help: "a real graph to compare it with" },
    json: { help: "print the comparison as JSON" },
    ...VERSION_OPTIONS,
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const dumps = given.positionals();
    if (dumps.length === 0) {
      throw new Failure("graph needs a dump.", "kubectl get all,cm,secret,pvc -A -o json | kubeloupe graph -");
    }
    const compared = given.value("compare");
    if (given.has("json") && compared === undefined) {
      throw new Failure("--json is for comparisons.", "Add --compare GRAPH.");
    }
    const { sources, passedOver } = await readSources(dumps, EXTENSIONS);
    const real = compared === undefined ? undefined : await readSource(compared);
    const names = sources.map((source) => source.name);
    const lang = given.value("lang") ?? "en";
    const { kubernetes, switches, gates } = versionWords(given);
    const { text, remarks, same } = await withEngine(names, (engine) => {
      const inputs = new engine.Sources();
      for (const { name, bytes, found } of sources) {
        inputs.add(name, bytes, found);
      }
      for (const { name, why } of passedOver) {
        inputs.passOver(name, why);
      }
      const report = engine.graph(inputs, given.value("form"), lang, kubernetes, switches, gates);
      try {
        const remarks = report.remarks(lang);
        if (real === undefined) {
          return { text: report.dot(), remarks, same: true };
        }
        const comparison = report.compare(real.name, new TextDecoder().decode(real.bytes), lang);
        try {
          const text = given.has("json") ? comparison.json() : comparison.text(lang);
          return { text, remarks, same: comparison.same() };
        } finally {
          comparison.free();
        }
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
    if (given.has("json")) {
      terminal.json(text);
    } else {
      terminal.print(text.trimEnd().split("\n"));
    }
    return same ? 0 : 1;
  },
};
