/** What the summary needs of a result. */
interface Result {
  readonly title: string;
  readonly quiescent: boolean;
  readonly time: string;
  readonly steps: number;
  readonly objects: readonly { readonly fate: string }[];
  readonly expectations: readonly Expectation[];
}

interface Expectation {
  readonly ok: boolean;
  readonly ref: string;
  readonly expected: string;
  readonly actual: string;
}

/** The lines that people see of a scenario's result. */
export function summary(name: string, json: string): string[] {
  const result: Result = JSON.parse(json);
  const failed = result.expectations.filter(({ ok }) => !ok);
  const counts = new Map<string, number>();
  for (const { fate } of result.objects) {
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
  }
  const fates = [...counts].map(([fate, count]) => `${count} ${fate}`).join(", ");
  const end = result.quiescent ? `at rest after ${result.time}` : `cut off at ${result.time}`;
  const kept = result.expectations.length - failed.length;
  return [
    `${failed.length === 0 ? "ok    " : "FAILED"}  ${result.title === "" ? name : result.title}`,
    `        ${end}, ${result.steps} steps${fates === "" ? "" : `; ${fates}`}`,
    `        ${kept} of ${result.expectations.length} expectations hold`,
    ...failed.map(({ ref, expected, actual }) => `        ${ref}: expected ${expected}, but it is ${actual}`),
  ];
}
