/** How far a long call has come. */
export interface Progress {
  /** What it is doing. */
  readonly phase: "reading" | "preparing" | "running";
  /** How much of it is done, from 0 to 1, where that is known. */
  readonly fraction?: number;
  /** Objects read so far. */
  readonly objects?: number;
  /** Steps of the simulation so far. */
  readonly steps?: number;
  /** Virtual time. */
  readonly time?: string;
}

/** How a call that may take long is followed and stopped. */
export interface LongCall {
  /** Stops it between two slices; the promise is rejected with the signal's reason, an `AbortError` unless told otherwise. */
  readonly signal?: AbortSignal | undefined;
  /** Is called between two slices. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How long a slice may take: a page still draws a frame in time. */
const SLICE_MS = 12;

/**
 * Does a piece of work in slices that leave time for everything else. `work` does about as much as it is told and says
 * whether that was all.
 * @internal
 */
export async function inSlices(
  work: (budget: number) => boolean,
  { signal, onProgress }: LongCall,
  progress: () => Progress,
): Promise<void> {
  signal?.throwIfAborted();
  let budget = 64;
  for (;;) {
    const end = performance.now() + SLICE_MS;
    let done = false;
    let before = performance.now();
    while (!done && before < end) {
      done = work(budget);
      const now = performance.now();
      // The next piece takes about a quarter of a slice.
      const took = Math.max(now - before, 0.01);
      budget = Math.min(Math.max(Math.round(budget * Math.min(Math.max(SLICE_MS / 4 / took, 0.25), 4)), 1), 2 ** 24);
      before = now;
    }
    onProgress?.(progress());
    if (done) {
      return;
    }
    await turn();
    signal?.throwIfAborted();
  }
}

/** Lets everything happen that is waiting: drawing, messages, an abort. */
function turn(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as {
    scheduler?: { yield?: () => Promise<void> };
    setImmediate?: (then: () => void) => void;
  };
  if (scheduler?.yield !== undefined) {
    return scheduler.yield();
  }
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    // A timer would wait for four milliseconds.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
