// What the element needs once it begins: the visualizer's module, its bindings and its style sheet. `define` loads this
// when the first element comes into view, so a page whose reader never scrolls there loads nothing.
import init, { __wbg_reset_state, hasPanicked, Player, PlayerWishes, rescue, sampleNames, useYaml } from "../dist/wasm/player.js";
import text from "../dist/wasm/player.css";
import { crashBox, type Rescued } from "./crash.js";
import { Once, type Parser } from "./host.js";
import { type ModuleSource, readable } from "./loader.js";

export { crashBox, Player, PlayerWishes, sampleNames };

let loading: Promise<void> | undefined;
let memory: WebAssembly.Memory | undefined;
let style: CSSStyleSheet | undefined;

/** The module has failed: nothing may call it any more but for what it has kept, until it begins anew. */
let failed = false;
/** What stack traces call the module. */
let moduleName = "";
/** Its parser of YAML, which is loaded when there is YAML to read. */
let parser: Once<Parser> | undefined;

/**
 * Loads the visualizer's module, which is at `source` as its parser of YAML is at `yaml`; every element of the page shares the
 * one that is loaded first. After a failure it begins anew.
 */
export async function start(
  source: ModuleSource = new URL("./wasm/player_bg.wasm", import.meta.url),
  yaml: ModuleSource = new URL("./wasm/yaml_bg.wasm", import.meta.url),
): Promise<void> {
  parser ??= new Once(
    async () => (await import("./yaml.js")).glue,
    () => yaml,
  );
  loading ??= begin(source, parser).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
  if (failed) {
    __wbg_reset_state();
    const again = parser;
    useYaml(() => again.start());
    failed = false;
  }
}

/** A place for a visualizer, with what it is drawn into. */
export interface Place {
  frame: HTMLElement;
  player: Player;
  /** What `rescue` calls it. */
  number: number;
}

/** What is done for an element when the module fails. */
export type OnFailure = (error: unknown, rescued: Rescued) => void;

/** The places that elements are in. */
const taken = new Map<Place, OnFailure>();

/** Places that no element needs at the moment. They are kept, since a place can be emptied and not be undone. */
const idle: Place[] = [];

/** A place for an element, to be given back by `leave`; `onFailure` is called when there is nothing to give back any more. */
export function enter(onFailure: OnFailure): Place {
  const place = idle.pop() ?? made();
  taken.set(place, onFailure);
  return place;
}

function made(): Place {
  const frame = document.createElement("div");
  frame.className = "loupe-frame";
  frame.setAttribute("part", "frame");
  // The place finds out that it is in a shadow root when something is put there, not before.
  const player = new Player(frame);
  return { frame, player, number: player.place };
}

/** Empties a place and keeps it for the next element. */
export function leave(place: Place): void {
  place.frame.remove();
  if (taken.delete(place)) {
    guarded(() => place.player.end());
    idle.push(place);
  }
}

/** Does something with the module, and finds out whether it fails in doing so. */
export function guarded<T>(deed: () => T): T | undefined {
  try {
    return deed();
  } catch (error) {
    if (!isOurs(error)) {
      throw error;
    }
    fail(error);
    return undefined;
  }
}

/** Whether an error came out of the module, and not of anything else on this page. */
function isOurs(error: unknown): boolean {
  if (failed || !(error instanceof Error)) {
    return false;
  }
  const stack = error.stack ?? "";
  const trapped = error instanceof WebAssembly.RuntimeError || /wasm[-:]/.test(stack);
  return trapped && (stack.includes(moduleName) || stack.includes("kubeloupe") || hasPanicked());
}

/** After a trap, the state of the module is not to be trusted, and all elements share it. What they had open is. */
function fail(error: unknown): void {
  failed = true;
  idle.length = 0;
  const concerned = [...taken];
  taken.clear();
  for (const [place, onFailure] of concerned) {
    let rescued: Rescued = { report: "", content: null };
    try {
      rescued = JSON.parse(rescue(place.number)) as Rescued;
    } catch {
      // The failure may have left nothing that could answer.
    }
    place.frame.remove();
    onFailure(error, rescued);
  }
}

/** What is left of a module that has failed, its timers among it, may go on failing: that is told once. */
function watch(event: Event, error: unknown): void {
  if (isOurs(error)) {
    fail(error);
  } else if (error instanceof Error && /from previous WASM instance/.test(error.message)) {
    event.preventDefault();
  }
}

/** How much memory the module holds, in bytes; it grows and never shrinks. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

async function begin(source: ModuleSource, parser: Once<Parser>): Promise<void> {
  moduleName = source instanceof URL || typeof source === "string" ? String(source) : "player_bg.wasm";
  ({ memory } = await init({ module_or_path: await readable(source) }));
  useYaml(() => parser.start());
  addEventListener("error", (event) => watch(event, event.error));
  addEventListener("unhandledrejection", (event) => watch(event, event.reason));
}

/** The style sheet that all elements share. */
export function sheet(): CSSStyleSheet {
  if (style === undefined) {
    style = new CSSStyleSheet();
    style.replaceSync(text);
  }
  return style;
}
