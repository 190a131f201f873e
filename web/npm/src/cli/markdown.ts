import type { Language } from "../question.js";
import type { HashReport, ScenarioResult } from "../types.js";
import { fateCounts } from "./summary.js";

/** The words of the two reports, in both languages. */
const WORDS = {
  en: {
    rest: (time: string, steps: number) => `At rest after ${time}, ${steps} steps`,
    cut: (time: string, steps: number) => `Cut off at ${time}, ${steps} steps`,
    expectations: "Expectations",
    expectation: ["", "object", "expected", "actual"],
    objects: "Objects",
    object: ["object", "fate", "at", "why", "waits for"],
    refused: "Refused",
    refusal: ["at", "request", "code", "message", "rule"],
    notes: "Notes",
    hashes: "Template hashes",
    hash: ["object", "Kubernetes", "hash", "ReplicaSet"],
    label: (label: string, makers: string) => `The label ${label} is made by ${makers}.`,
    unexplained: (label: string, counts: number) =>
      `No version makes the label ${label} of this template (collisionCounts up to ${counts} were tried).`,
    count: (count: number) => ` with collisionCount ${count}`,
    compared: (first: string, second: string) => `${first} and ${second}`,
    difference: ["field", "first", "second"],
  },
  zh: {
    rest: (time: string, steps: number) => `${time} 后静止，共 ${steps} 步`,
    cut: (time: string, steps: number) => `在 ${time} 处截止，共 ${steps} 步`,
    expectations: "期望",
    expectation: ["", "对象", "期望", "实际"],
    objects: "对象",
    object: ["对象", "结局", "时间", "原因", "等待"],
    refused: "被拒绝",
    refusal: ["时间", "请求", "状态码", "消息", "规则"],
    notes: "说明",
    hashes: "模板哈希",
    hash: ["对象", "Kubernetes", "哈希", "ReplicaSet"],
    label: (label: string, makers: string) => `标签 ${label} 由 ${makers} 生成。`,
    unexplained: (label: string, counts: number) => `没有任何版本会由此模板生成标签 ${label}（已尝试 collisionCount 至 ${counts}）。`,
    count: (count: number) => `（collisionCount ${count}）`,
    compared: (first: string, second: string) => `${first} 与 ${second}`,
    difference: ["字段", "前者", "后者"],
  },
};

/** What a scenario came to, for a ticket. */
export function runMarkdown(name: string, result: ScenarioResult, lang: Language): string[] {
  const words = WORDS[lang];
  const end = result.quiescent ? words.rest : words.cut;
  const counts = [...fateCounts(result)].map(([fate, count]) => `${count} ${fate}`);
  const lines = [
    `# ${plain(result.title === "" ? name : result.title)}`,
    "",
    `Kubernetes ${result.kubernetes} · ${[end(result.time, result.steps), ...counts].join(" · ")}`,
  ];
  if (result.expectations.length > 0) {
    const rows = result.expectations.map(({ ok, ref, expected, actual }) => [ok ? "✓" : "✗", ref, expected, actual]);
    lines.push("", `## ${words.expectations}`, "", ...table(words.expectation, rows));
  }
  if (result.objects.length > 0) {
    const rows = result.objects.map(({ ref, fate, at, why, waitsFor }) => [
      ref,
      fate,
      at ?? "",
      why.map(({ rule, because }) => `${because} (${rule})`).join("; "),
      waitsFor.join("; "),
    ]);
    lines.push("", `## ${words.objects}`, "", ...table(words.object, rows));
  }
  if (result.refused.length > 0) {
    const rows = result.refused.map(({ at, verb, ref, code, message, rule }) => [at, `${verb} ${ref}`, `${code}`, message, rule]);
    lines.push("", `## ${words.refused}`, "", ...table(words.refusal, rows));
  }
  if (result.notes.length > 0) {
    lines.push("", `## ${words.notes}`, "", ...result.notes.map((note) => `- ${plain(note)}`));
  }
  return [...lines, ""];
}

/** What is told about templates, for a ticket. */
export function hashMarkdown(report: HashReport, lang: Language): string[] {
  const words = WORDS[lang];
  const rows = report.templates.flatMap(({ ref, error, hashes }) =>
    error === undefined
      ? hashes.map(({ kubernetes, hash, name }) => [ref, kubernetes, hash, name ?? ""])
      : [[ref, "", error, ""]],
  );
  const lines = [`# ${words.hashes}`, "", ...table(words.hash, rows)];
  for (const { ref, label } of report.templates) {
    if (label !== undefined) {
      const makers = label.madeBy.map(
        ({ kubernetes, collisionCount }) =>
          `Kubernetes ${kubernetes}${collisionCount === null ? "" : words.count(collisionCount)}`,
      );
      const said = makers.length > 0 ? words.label(label.label, makers.join(", ")) : words.unexplained(label.label, label.triedCounts);
      lines.push("", `- ${plain(ref)}: ${plain(said)}`);
    }
  }
  const comparisons = [report.comparison, ...report.templates.flatMap(({ versionsDiffer }) => versionsDiffer ?? [])];
  for (const comparison of comparisons) {
    if (comparison !== undefined) {
      const rows = comparison.differences.map(({ field, first, second }) => [field, first ?? "", second ?? ""]);
      const title = words.compared(comparison.first, comparison.second);
      lines.push("", `## ${plain(title)}`, "", ...table(words.difference, rows));
    }
  }
  return [...lines, ""];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  return [row(head), `|${" --- |".repeat(head.length)}`, ...rows.map(row)];
}

/** Text that is no markup: names and messages must not end a cell, or become a link or an element. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, "\\$&").replace(/[\r\n]+/g, " ");
}
