import type { ScenarioResult } from "../types.js";

/** The lines that people see of a scenario's result. */
export function summary(name: string, result: ScenarioResult): string[] {
  const failed = result.expectations.filter(({ ok }) => !ok);
  const fates = [...fateCounts(result)].map(([fate, count]) => `${count} ${fate}`).join(", ");
  const end = result.quiescent ? `at rest after ${result.time}` : `cut off at ${result.time}`;
  const kept = result.expectations.length - failed.length;
  return [
    `${failed.length === 0 ? "ok    " : "FAILED"}  ${result.title === "" ? name : result.title}`,
    `        ${end}, ${result.steps} steps${fates === "" ? "" : `; ${fates}`}`,
    `        ${kept} of ${result.expectations.length} expectations hold`,
    ...failed.map(({ ref, expected, actual }) => `        ${ref}: expected ${expected}, but it is ${actual}`),
  ];
}

/** How many objects have which fate, in the order of the objects. */
export function fateCounts(result: ScenarioResult): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fate } of result.objects) {
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
  }
  return counts;
}
