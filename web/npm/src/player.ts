// What the element needs once it begins: the visualizer's module, its bindings and its style sheet. `define` loads this
// when the first element comes into view, so a page whose reader never scrolls there loads nothing.
import init, { Player, PlayerWishes, sampleNames } from "../dist/wasm/player.js";
import text from "../dist/wasm/player.css";
import { type ModuleSource, readable } from "./loader.js";

export { Player, PlayerWishes, sampleNames };

let loading: Promise<void> | undefined;
let memory: WebAssembly.Memory | undefined;
let style: CSSStyleSheet | undefined;

/** Loads the visualizer's module; every element of the page shares the one that is loaded first. */
export function start(source: ModuleSource = new URL("./wasm/player_bg.wasm", import.meta.url)): Promise<void> {
  loading ??= begin(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A place for a visualizer, with what it is drawn into. */
export interface Place {
  frame: HTMLElement;
  player: Player;
}

/** Places that no element needs at the moment. They are kept, since a place can be emptied and not be undone. */
const idle: Place[] = [];

/** A place for an element, to be given back by `leave`. */
export function enter(): Place {
  const kept = idle.pop();
  if (kept !== undefined) {
    return kept;
  }
  const frame = document.createElement("div");
  frame.className = "loupe-frame";
  frame.setAttribute("part", "frame");
  // The place finds out that it is in a shadow root when something is put there, not before.
  return { frame, player: new Player(frame) };
}

/** Empties a place and keeps it for the next element. */
export function leave(place: Place): void {
  place.player.end();
  place.frame.remove();
  idle.push(place);
}

/** How much memory the module holds, in bytes; it grows and never shrinks. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

async function begin(source: ModuleSource): Promise<void> {
  ({ memory } = await init({ module_or_path: await readable(source) }));
}

/** The style sheet that all elements share. */
export function sheet(): CSSStyleSheet {
  if (style === undefined) {
    style = new CSSStyleSheet();
    style.replaceSync(text);
  }
  return style;
}
