// Starts the visualizer, and stays when it fails. A file of its own, because the page's content security policy refuses
// inline scripts; in JavaScript, because it has to work when the program no longer does.
import init, { rescue, startPage, useYaml } from "./kubeloupe-www.js";
import initYaml, * as yaml from "./kubeloupe-yaml.js";

const WORDS = {
  en: {
    title: "kubeloupe has made a mistake and stopped rather than go on with a wrong state.",
    kept: "What was open is not lost: save it as a scenario, or start again with it.",
    lost: "What was open cannot be saved from here; your files are as they were.",
    again: "Start again with it",
    anew: "Start again",
    save: "Save the scenario",
    report: "Save the report",
    text: "Report",
    about: "The report says what happened and what was open. It helps to find the mistake, and is sent nowhere.",
    large: "It is too large to be carried over. Save the scenario, start again, and open it.",
    start: "kubeloupe could not start",
  },
  zh: {
    title: "kubeloupe 出了错，因此停止，以免在错误的状态下继续。",
    kept: "打开的内容没有丢失：可以保存为场景，或带着它重新开始。",
    lost: "打开的内容无法在此保存；你的文件没有改变。",
    again: "带着它重新开始",
    anew: "重新开始",
    save: "保存场景",
    report: "保存报告",
    text: "报告",
    about: "报告说明发生了什么、当时打开了什么。它有助于找出错误，不会发送到任何地方。",
    large: "内容太大，无法带过去。请先保存场景，重新开始后再打开它。",
    start: "kubeloupe 无法启动",
  },
};

/** Where what was open is put for the next start; www/src/hooks/settings.rs takes it from there. */
const CARRIED = "kubeloupe.carried";

const words = () => (document.documentElement.lang.startsWith("zh") ? WORDS.zh : WORDS.en);

addEventListener("error", ({ error }) => watch(error));
addEventListener("unhandledrejection", ({ reason }) => watch(reason));

try {
  await init({ module_or_path: new URL("./kubeloupe-www_bg.wasm", import.meta.url) });
  // Its module is loaded when there is YAML to read, and once.
  useYaml(async () => {
    await initYaml({ module_or_path: new URL("./kubeloupe-yaml_bg.wasm", import.meta.url) });
    return yaml;
  });
  startPage();
} catch (error) {
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = `${words().start}: ${error instanceof Error ? error.message : error}`;
  document.body.append(notice);
  throw error;
}

/** After a trap, or an exception that went through the program, its state is not to be trusted. */
function watch(error) {
  const trapped = error instanceof WebAssembly.RuntimeError;
  if (trapped || (error instanceof Error && /wasm[-:]/.test(error.stack ?? ""))) {
    show(error);
  }
}

function show(error) {
  if (document.getElementById("crash") !== null) {
    return;
  }
  const said = words();
  let saved;
  try {
    saved = JSON.parse(rescue(0));
  } catch {
    // The failure may have left nothing that could answer.
    saved = { report: "", content: null };
  }
  const report = `${saved.report}\n${error.stack ?? error}\n`;
  const app = document.querySelector(".app");
  if (app !== null) {
    app.inert = true;
  }
  const place = document.createElement("main");
  place.id = "crash";
  const notice = document.createElement("section");
  notice.setAttribute("role", "alertdialog");
  notice.setAttribute("aria-labelledby", "crash-title");
  notice.tabIndex = -1;
  const again = button(saved.content === null ? said.anew : said.again, () => carry(saved.content, notice));
  again.className = "primary";
  const deeds = document.createElement("p");
  deeds.className = "deeds";
  deeds.append(again);
  if (saved.content !== null) {
    deeds.append(button(said.save, () => save("kubeloupe-scenario.json", JSON.stringify(saved.content.scenario, null, 2))));
  }
  deeds.append(button(said.report, () => save("kubeloupe-report.txt", report)));
  const text = document.createElement("textarea");
  text.readOnly = true;
  text.value = report;
  text.setAttribute("aria-label", said.text);
  const title = document.createElement("h1");
  title.id = "crash-title";
  title.textContent = said.title;
  notice.append(title, paragraph(saved.content === null ? said.lost : said.kept), deeds, paragraph(said.about), text);
  place.append(notice);
  document.body.append(place);
  notice.focus();
}

function carry(content, notice) {
  try {
    if (content !== null) {
      sessionStorage.setItem(CARRIED, JSON.stringify(content));
    }
  } catch {
    notice.append(paragraph(words().large));
    return;
  }
  // What the address said is part of what is carried over.
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function button(text, deed) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "ghost";
  element.textContent = text;
  element.addEventListener("click", deed);
  return element;
}

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
