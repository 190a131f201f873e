import type { Command } from "./command.js";
import { withEngine } from "./engine.js";
import { Failure } from "./failure.js";

/** `kubeloupe versions` */
export const versions: Command = {
  name: "versions",
  synopsis: "[FROM TO] [--json]",
  summary: "Tells what versions of Kubernetes do differently.",
  details: `Without versions it lists every behaviour that differs between them, with its name: --switch NAME=on|off of other
commands switches it in whatever version. With two versions, such as 1.33 and 1.37, it tells what is different in the
second one: first what changes which objects live, then what only changes requests, events or texts.`,
  options: {
    json: { help: "print JSON" },
    lang: { value: "NAME", choices: ["en", "zh"], help: "the language of sentences (en)" },
  },
  async run(given, terminal) {
    const [from, to, ...more] = given.positionals();
    if (more.length > 0 || (from !== undefined && to === undefined)) {
      throw new Failure("versions takes none or two versions.", "kubeloupe versions 1.33 1.37");
    }
    const lang = given.value("lang") ?? "en";
    const { json, text } = await withEngine([], (engine) => {
      const table =
        from === undefined || to === undefined ? engine.switchTable(lang) : engine.versionChanges(from, to, lang);
      try {
        return { json: table.json(), text: table.text() };
      } finally {
        table.free();
      }
    });
    if (given.has("json")) {
      terminal.json(json);
    } else {
      terminal.print(text.split("\n"));
    }
    return 0;
  },
};
