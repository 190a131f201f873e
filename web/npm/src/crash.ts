// What an element shows when the visualizer itself has failed: in its own shadow tree, made without the module, which is
// not to be trusted then. `www/boot.js` does the same for the page of its own.

/** What the module still says of an element: a text, and what a link would carry. */
export interface Rescued {
  report: string;
  content: { scenario: unknown } | null;
}

const EN = {
  title: "kubeloupe has made a mistake and stopped rather than go on with a wrong state.",
  kept: "What was open is not lost: save it as a scenario, or start again with it.",
  lost: "What was open cannot be saved from here.",
  again: "Start again with it",
  anew: "Start again",
  save: "Save the scenario",
  report: "Save the report",
  text: "Report",
  about: "The report says what happened and what was open. It is sent nowhere. Simulations on one page share a program, so all of them have stopped; the rest of the page is as it was.",
};

const ZH: typeof EN = {
  title: "kubeloupe 出了错，因此停止，以免在错误的状态下继续。",
  kept: "打开的内容没有丢失：可以保存为场景，或带着它重新开始。",
  lost: "打开的内容无法在此保存。",
  again: "带着它重新开始",
  anew: "重新开始",
  save: "保存场景",
  report: "保存报告",
  text: "报告",
  about: "报告说明发生了什么、当时打开了什么，不会发送到任何地方。同一页面上的模拟共用一个程序，因此都已停止；页面的其他部分不受影响。",
};

/** A box that says what happened. `again` is called to start again. */
export function crashBox(
  { lang, theme, rescued, error }: { lang: string; theme: string; rescued: Rescued; error: unknown },
  again: () => void,
): HTMLElement {
  const chinese = lang.startsWith("zh");
  const said = chinese ? ZH : EN;
  const { content } = rescued;
  const report = `${rescued.report}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
  const box = document.createElement("section");
  box.className = "loupe-crash";
  box.lang = chinese ? "zh-Hans" : "en";
  if (theme !== "") {
    box.dataset["theme"] = theme;
  }
  box.setAttribute("part", "crash");
  box.setAttribute("role", "alert");
  const title = document.createElement("h2");
  title.textContent = said.title;
  const deeds = document.createElement("p");
  deeds.className = "deeds";
  const start = button(content === null ? said.anew : said.again, again);
  start.className = "primary";
  deeds.append(start);
  if (content !== null) {
    deeds.append(button(said.save, () => save("kubeloupe-scenario.json", JSON.stringify(content.scenario, null, 2))));
  }
  deeds.append(button(said.report, () => save("kubeloupe-report.txt", report)));
  const text = document.createElement("textarea");
  text.readOnly = true;
  text.value = report;
  text.setAttribute("aria-label", said.text);
  box.append(title, paragraph(content === null ? said.lost : said.kept), deeds, paragraph(said.about), text);
  return box;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function button(text: string, deed: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "ghost";
  element.textContent = text;
  element.addEventListener("click", deed);
  return element;
}

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
