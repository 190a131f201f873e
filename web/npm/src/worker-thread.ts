import { Dump } from "./dump.js";
import { KubeloupeError, RejectedError } from "./errors.js";
import * as engine from "./index.js";
import type { Answer, Ask } from "./messages.js";
import { Simulation } from "./simulation.js";

/** The other side: a page's worker scope, or the parent of a worker thread of Node. */
interface Port {
  postMessage(message: Answer): void;
}

/** What was handed out and not freed yet. */
const handles = new Map<number, Dump | Simulation>();
const aborts = new Map<number, AbortController>();
let lastHandle = 0;

function listen(port: Port, ask: Ask): void {
  if (ask.kind === "abort") {
    aborts.get(ask.id)?.abort();
    return;
  }
  const controller = new AbortController();
  aborts.set(ask.id, controller);
  answer(port, ask, controller.signal)
    .then(
      (value) => port.postMessage({ kind: "value", id: ask.id, value }),
      (error: unknown) => port.postMessage({ kind: "error", id: ask.id, error: shown(error) }),
    )
    .finally(() => aborts.delete(ask.id));
}

async function answer(port: Port, ask: Ask & { kind: "call" }, signal: AbortSignal): Promise<unknown> {
  const target: object | undefined = ask.handle === undefined ? engine : handles.get(ask.handle);
  if (target === undefined) {
    throw new RejectedError("it was freed before", "freed");
  }
  if (ask.method === "free" && ask.handle !== undefined) {
    handles.delete(ask.handle);
  }
  const args = ask.args.map((arg) => given(arg, port, ask, signal));
  // The other side names nothing but what its types have.
  const member: unknown = Reflect.get(target, ask.method, target);
  const value: unknown = typeof member === "function" ? await Reflect.apply(member, target, args) : member;
  if (value instanceof Dump || value instanceof Simulation) {
    lastHandle += 1;
    handles.set(lastHandle, value);
    return { handle: lastHandle, is: value instanceof Dump ? "Dump" : "Simulation" };
  }
  return value;
}

/** An argument as it was given: handles are here, and what cannot be sent follows the call. */
function given(arg: unknown, port: Port, { id }: Ask, signal: AbortSignal): unknown {
  if (typeof arg !== "object" || arg === null) {
    return arg;
  }
  if ("handle" in arg && typeof arg.handle === "number") {
    return handles.get(arg.handle);
  }
  if (!("longCall" in arg)) {
    return arg;
  }
  const { longCall, ...rest } = arg;
  const onProgress = (progress: engine.Progress) => port.postMessage({ kind: "progress", id, progress });
  return { ...rest, signal, ...(longCall === "progress" ? { onProgress } : {}) };
}

function shown(error: unknown): (Answer & { kind: "error" })["error"] {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    name,
    message,
    code: error instanceof KubeloupeError ? error.code : undefined,
    place: error instanceof KubeloupeError ? error.place : undefined,
    reason: error instanceof RejectedError ? error.reason : undefined,
  };
}

const parent = globalThis.process?.getBuiltinModule?.("node:worker_threads")?.parentPort;
if (parent !== undefined && parent !== null) {
  parent.on("message", (ask: Ask) => listen(parent, ask));
} else {
  const scope = globalThis as unknown as Port & { onmessage: (event: MessageEvent<Ask>) => void };
  scope.onmessage = ({ data }) => listen(scope, data);
}
