import type { LongCall, Progress } from "../slices.js";
import type { Terminal } from "./terminal.js";

/** Work that is done sooner needs no progress. */
const PATIENCE_MS = 400;

/** How often people get news. */
const NEWS_MS = 100;

/** Does something that may take long, and tells people on a terminal how far it is. */
export async function followed<T>(terminal: Terminal, work: (call: LongCall) => Promise<T>): Promise<T> {
  if (!terminal.showsProgress) {
    return work({});
  }
  let next = performance.now() + PATIENCE_MS;
  const onProgress = (progress: Progress) => {
    const now = performance.now();
    if (now >= next) {
      next = now + NEWS_MS;
      terminal.progress(inWords(progress));
    }
  };
  try {
    return await work({ onProgress });
  } finally {
    terminal.progress(undefined);
  }
}

function inWords({ phase, fraction, objects, steps, time }: Progress): string {
  switch (phase) {
    case "reading":
      return `reading: ${Math.floor((fraction ?? 0) * 100)} %, ${objects ?? 0} objects`;
    case "preparing":
      return `looking through ${objects ?? 0} objects: ${steps ?? 0} steps`;
    case "running":
      return `simulating: ${steps ?? 0} steps${time === undefined ? "" : `, ${time}`}`;
  }
}
