import { advised } from "./advice.js";
import type { Command } from "./command.js";
import { language } from "./dump.js";
import { withEngine } from "./engine.js";
import { Failure } from "./failure.js";
import { hashMarkdown } from "./markdown.js";
import { readSources } from "./sources.js";
import type { Terminal } from "./terminal.js";

const EXTENSIONS = /\.(ya?ml|json)(\.gz)?$/i;

/** `kubeloupe hash` */
export const hash: Command = {
  name: "hash",
  synopsis: "FILE… [--kubernetes 1.NN|all] [--collision-count N] [--explain] [--find-collision IMAGE] [--json | --markdown]",
  summary: "Computes the pod-template-hash of pod templates, and tells which version made a ReplicaSet's label.",
  details: `FILE is a manifest, what \`kubectl get deploy,rs,ds,sts -o json\` or \`-o yaml\` prints, a folder of such files, or - for the
standard input. A manifest is given the defaults that the API server would set; what was stored is taken as it is.
With --kubernetes all it shows the hash of every version from 1.8 to 1.37; versions that agree share a line.
For a ReplicaSet it tells which versions and collisionCounts make its label out of its template.
With --explain it shows what each field adds to the text that is hashed; for two templates, which fields make their
hashes differ, and whether the API calls them equal; with --kubernetes all, what changed from version to version.
With --find-collision it looks for a template with another image that has the same hash, and tells what the ReplicaSets
of the two are called. --encode and --decode need no file: they turn a sum into the characters of a hash, and back.
The exit code is 1 when a ReplicaSet's label is explained by no version, 2 when a template cannot be hashed.`,
  options: {
    kubernetes: { value: "1.NN|all", help: "the version of the controller-manager (1.37)" },
    "collision-count": { value: "N", help: "the collisionCount, instead of that in the object's status" },
    explain: { help: "show what each field contributes, and what makes hashes differ" },
    "find-collision": { value: "IMAGE", help: "find a template with this image that has the hash of the first one" },
    encode: { value: "SUM", help: "how a 32-bit sum is written as a hash" },
    decode: { value: "HASH", help: "the 32-bit sum that a hash is written of" },
    json: { help: "print JSON" },
    markdown: { help: "print Markdown, for a ticket" },
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const coded = given.value("encode") ?? given.value("decode");
    if (coded !== undefined) {
      return code(given.value("encode"), coded, given.has("json"), terminal);
    }
    const paths = given.positionals();
    if (paths.length === 0) {
      throw new Failure("hash needs a file with a pod template.", "kubectl get deploy,rs -A -o json | kubeloupe hash -");
    }
    const count = collisionCount(given.value("collision-count"));
    const lang = language(given);
    if (given.has("json") && given.has("markdown")) {
      throw new Failure("--json and --markdown are two forms of one result.", "Give one of them.");
    }
    const { sources, passedOver } = await readSources(paths, EXTENSIONS);
    const names = sources.map((source) => source.name);
    const answer = await withEngine(names, (engine) => {
      const inputs = new engine.Sources();
      for (const { name, bytes, found } of sources) {
        inputs.add(name, bytes, found);
      }
      for (const { name, why } of passedOver) {
        inputs.passOver(name, why);
      }
      const image = given.value("find-collision");
      if (image !== undefined) {
        const collision = engine.findCollision(inputs, image, given.value("kubernetes"), lang);
        const output = given.has("json") ? collision.json() : collision.text(lang);
        collision.free();
        inputs.free();
        return { output, remarks: "", code: 0 } as const;
      }
      const hashes = engine.hashTemplates(inputs, given.value("kubernetes"), count, given.has("explain"), lang);
      try {
        return {
          output: given.has("json")
            ? hashes.json()
            : given.has("markdown")
              ? hashMarkdown(JSON.parse(hashes.json()), lang).join("\n")
              : hashes.text(lang),
          remarks: hashes.remarks(lang),
          code: hashes.hasErrors() ? 2 : hashes.isExplained() ? 0 : 1,
        } as const;
      } finally {
        hashes.free();
        inputs.free();
      }
    }).catch((error: unknown) => {
      throw advised(error, "forecast", sources);
    });
    if (answer.remarks !== "") {
      terminal.remark(answer.remarks.split("\n"));
    }
    if (given.has("json")) {
      terminal.json(answer.output);
    } else {
      terminal.print(answer.output.split("\n"));
    }
    return answer.code;
  },
};

function collisionCount(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 31) {
    throw new Failure(`--collision-count cannot be ${text}.`, "It is a whole number from 0 to 2147483647.");
  }
  return Number(text);
}

/** Prints how a sum is written as a hash, or which sum a hash is written of. */
async function code(sum: string | undefined, text: string, json: boolean, terminal: Terminal): Promise<0> {
  const [number, hash] = await withEngine([], (engine) => {
    if (sum === undefined) {
      return [engine.decodeHash(text), text] as const;
    }
    const number = /^\d{1,10}$/.test(sum) && Number(sum) < 2 ** 32 ? Number(sum) : undefined;
    return [number, number === undefined ? text : engine.encodeSum(number)] as const;
  });
  if (number === undefined) {
    throw sum === undefined
      ? new Failure(`--decode cannot be ${text}.`, "Hashes are made of 4 5 6 7 8 9 b c d f, at most ten of them.")
      : new Failure(`--encode cannot be ${text}.`, "A sum is a whole number from 0 to 4294967295.");
  }
  if (json) {
    terminal.json(JSON.stringify({ kubeloupe: "v1", sum: number, hash }));
  } else {
    terminal.print([sum === undefined ? String(number) : hash]);
  }
  return 0;
}
