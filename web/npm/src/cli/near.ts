/** The word of `known` that is nearest to `word`, if any is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) {
    return undefined;
  }
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const steps = distance(word.toLowerCase(), candidate.toLowerCase());
    if (steps < least && steps <= Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3))) {
      [best, least] = [candidate, steps];
    }
  }
  return best;
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [i, from] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, to] of [...right].entries()) {
      next.push(Math.min(row[j]! + (from === to ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
