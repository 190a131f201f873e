// What the element needs once it begins: the visualizer's module, its bindings and its style sheet. `define` loads this
// when the first element comes into view, so a page whose reader never scrolls there loads nothing.
import init, { Player, PlayerWishes, sampleNames } from "../dist/wasm/player.js";
import text from "../dist/wasm/player.css";
import { type ModuleSource, readable } from "./loader.js";

export { Player, PlayerWishes, sampleNames };

let loading: Promise<void> | undefined;
let style: CSSStyleSheet | undefined;

/** Loads the visualizer's module; every element of the page shares the one that is loaded first. */
export function start(source: ModuleSource = new URL("./wasm/player_bg.wasm", import.meta.url)): Promise<void> {
  loading ??= begin(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function begin(source: ModuleSource): Promise<void> {
  await init({ module_or_path: await readable(source) });
}

/** The style sheet that all elements share. */
export function sheet(): CSSStyleSheet {
  if (style === undefined) {
    style = new CSSStyleSheet();
    style.replaceSync(text);
  }
  return style;
}
