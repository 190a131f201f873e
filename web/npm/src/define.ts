// Registers `<kube-loupe>`. Importing this where there is no page, as on a server, does nothing.
import type { ModuleSource } from "./loader.js";
import type { Rescued } from "./crash.js";
import type { Place, Player } from "./player.js";

export type { ModuleSource };

/** What is shown: the detail of the event `step`. */
export interface StepDetail {
  /** How many steps were taken to what is shown. */
  step: number;
  /** How many are known. */
  steps: number;
  /** The known steps lead to the end. */
  complete: boolean;
  /** Virtual time since the question, in seconds. */
  seconds: number;
}

/** What went wrong: the detail of the event `error`. */
export interface ErrorDetail {
  /** In the element's language. */
  message: string;
}

/** What becomes of an object: see `VerdictDetail`. */
export interface ObjectVerdict {
  /** `Kind namespace/name`. */
  ref: string;
  uid: string;
  fate: "deleted" | "orphaned" | "kept" | "stuck" | "uncollectable" | "deleting" | "created" | "changed" | "untouched";
  /** When that is settled, counted from the question; `null` for what never moves. */
  at: string | null;
  why: { of?: string; rule: string; because: string; refs: string[] }[];
  waitsFor: string[];
  assumes: string[];
  /** The same happens without the deletion. */
  anyway: boolean;
}

/** The answer to the question that is asked: the detail of the event `verdict`. */
export interface VerdictDetail {
  cascade: "background" | "foreground" | "orphan" | "default";
  quiescent: boolean;
  /** How many objects have which fate. */
  counts: Record<string, number>;
  objects: ObjectVerdict[];
}

/** The events of the element, by their names. */
export interface KubeLoupeEventMap {
  step: CustomEvent<StepDetail>;
  verdict: CustomEvent<VerdictDetail>;
  error: CustomEvent<ErrorDetail>;
}

const ATTRIBUTES = ["src", "scenario", "step", "lens", "controls", "lang", "theme"] as const;

/** What makes an element open something anew. */
const SOURCES = new Set(["src", "scenario", "step", "controls"]);

/** How far below the window an element begins to load, so that it is there when the reader is. */
const AHEAD = "240px";

let modules: { module?: ModuleSource; yaml?: ModuleSource } = {};

/**
 * Says where the visualizer's module is, and its parser of YAML, for pages that do not serve them beside the script. Call it
 * before the first element comes into view.
 */
export function configure(options: { module?: ModuleSource; yaml?: ModuleSource }): void {
  modules = options;
}

const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/**
 * A simulation in a page.
 *
 * What it shows is, in this order: `step` where it holds a link (`#v1/…`), the file at `src`, what `scenario` names (a cluster,
 * `shop` or `stuck`, or a scenario such as `foreground`), or the text of a `<script type="application/yaml">` (or `application/json`) in it. Everything else in
 * it is shown until the simulation begins, on paper, and wherever it cannot begin.
 */
export class KubeLoupe extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #place: Place | undefined;
  #engine: typeof import("./player.js") | undefined;
  /** What was open when the visualizer failed, for the next start. */
  #rescued: Rescued | undefined;
  #beginning: Promise<void> | undefined;
  #seen: IntersectionObserver | undefined;
  #fetching: AbortController | undefined;
  /** A step that was asked for by number, until it is known. */
  #wanted: number | undefined;

  connectedCallback(): void {
    if (this.#place !== undefined || this.#seen !== undefined) {
      return;
    }
    if (this.shadowRoot === null) {
      const root = this.attachShadow({ mode: "open" });
      const fallback = document.createElement("slot");
      root.append(fallback);
    }
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          void this.begin();
        }
      },
      { rootMargin: AHEAD },
    );
    this.#seen.observe(this);
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) {
        this.#end();
      }
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (this.#place === undefined || before === now) {
      return;
    }
    if (name === "lang") {
      this.#do((player) => player.setLanguage(now ?? ""));
    } else if (name === "theme") {
      this.#do((player) => player.setTheme(now ?? ""));
    } else if (name === "lens") {
      this.#do((player) => player.setLens(now ?? "deletion"));
    } else if (SOURCES.has(name)) {
      if (name === "step" && now !== null && /^\d+$/.test(now)) {
        this.seek(Number(now));
      } else if (name === "controls") {
        this.#end();
        this.connectedCallback();
      } else {
        void this.#open();
      }
    }
  }

  /** Begins, without waiting for the element to come into view. Ends when the visualizer stands. */
  begin(): Promise<void> {
    this.#beginning ??= this.#start().catch((error: unknown) => {
      this.#beginning = undefined;
      this.#fail(error);
    });
    return this.#beginning;
  }

  /** Watches what is asked, or goes on with it. */
  play(): void {
    this.#do((player) => player.play());
  }

  /** Stops where it is. */
  pause(): void {
    this.#do((player) => player.pause());
  }

  /** Shows the state after this many steps. */
  seek(step: number): void {
    this.#do((player) => player.seek(Math.max(0, Math.trunc(step))));
  }

  /** Goes on by some steps; by none before the first and none behind the last. */
  step(steps = 1): void {
    this.#do((player) => player.stepBy(Math.trunc(steps)));
  }

  /** Opens a text: what `kubectl get -o yaml` prints, or a scenario file, which is played. */
  async open(text: string, name = "kube-loupe.yaml"): Promise<void> {
    await this.begin();
    this.#do((player) => player.openText(name, text));
  }

  override addEventListener<K extends keyof KubeLoupeEventMap>(
    type: K,
    listener: (this: KubeLoupe, event: KubeLoupeEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  /** Does something with the player, if there is one. */
  #do<T>(deed: (player: Player) => T): T | undefined {
    const player = this.#place?.player;
    return player === undefined ? undefined : this.#engine?.guarded(() => deed(player));
  }

  async #start(): Promise<void> {
    this.#seen?.disconnect();
    const engine = await import("./player.js");
    await engine.start(modules.module, modules.yaml);
    const root = this.shadowRoot;
    if (!this.isConnected || root === null) {
      this.#beginning = undefined;
      return;
    }
    root.adoptedStyleSheets = [engine.sheet()];
    this.#engine = engine;
    this.#place = engine.enter((error, rescued) => this.#crash(error, rescued));
    const fallback = document.createElement("slot");
    fallback.className = "fallback";
    root.replaceChildren(this.#place.frame, fallback);
    this.#do((player) => {
      const wishes = new engine.PlayerWishes(this.#word("lang"), this.#word("theme"), this.#word("lens"), this.#word("controls"));
      player.begin(wishes, (type: string, detail: unknown) => this.#tell(type, detail));
      wishes.free();
    });
    const content = this.#rescued?.content ?? null;
    this.#rescued = undefined;
    if (content === null) {
      await this.#open();
    } else {
      this.#do((player) => player.openRescued(JSON.stringify(content)));
    }
  }

  #word(name: string): string {
    return this.getAttribute(name) ?? "";
  }

  /** The visualizer has failed. It says so here, and leaves the rest of the page alone. */
  #crash(error: unknown, rescued: Rescued): void {
    this.#fetching?.abort();
    this.#fetching = undefined;
    this.#place = undefined;
    this.#beginning = undefined;
    this.#rescued = rescued;
    const fallback = document.createElement("slot");
    fallback.className = "fallback";
    const box = this.#engine?.crashBox({ lang: this.#word("lang") || navigator.language, theme: this.#word("theme"), rescued, error }, () => void this.begin());
    this.shadowRoot?.replaceChildren(...(box === undefined ? [] : [box]), fallback);
    this.#fail(error);
  }

  async #open(): Promise<void> {
    if (this.#place === undefined) {
      return;
    }
    this.#fetching?.abort();
    const step = this.#word("step");
    const link = step.indexOf("#v1/");
    this.#wanted = /^\d+$/.test(step) ? Number(step) : undefined;
    if (link >= 0) {
      this.#do((player) => player.openLink(step.slice(link)));
      return;
    }
    const source = this.getAttribute("src");
    if (source !== null) {
      const fetching = new AbortController();
      this.#fetching = fetching;
      try {
        const text = await fetched(new URL(source, this.baseURI), fetching.signal);
        if (!fetching.signal.aborted) {
          this.#do((player) => player.openText(source.split("/").at(-1) ?? source, text));
        }
      } catch (error) {
        if (!fetching.signal.aborted) {
          this.#fail(error);
        }
      }
      return;
    }
    const sample = this.getAttribute("scenario");
    if (sample !== null) {
      if (this.#do((player) => player.openSample(sample)) === false) {
        const names = this.#engine?.sampleNames() ?? [];
        this.#fail(new Error(`scenario="${sample}" is none of ${names.join(", ")}`));
      }
      return;
    }
    const inline = this.querySelector<HTMLScriptElement>(
      ":scope > script[type='application/yaml'], :scope > script[type='application/json']",
    );
    if (inline !== null) {
      this.#do((player) => player.openText(inline.title || "kube-loupe.yaml", dedented(inline.textContent ?? "")));
    } else {
      this.#do((player) => player.openSample("shop"));
    }
  }

  #tell(type: string, detail: unknown): void {
    const wanted = this.#wanted;
    // The way ahead is known once the history was followed to its end; before that the step may not exist.
    if (type === "verdict" && wanted !== undefined) {
      this.#wanted = undefined;
      this.#do((player) => player.openStep(wanted));
    }
    // The player is in the middle of its own work; whoever listens may call it.
    queueMicrotask(() => this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true })));
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent("error", { detail: { message }, bubbles: true }));
    // What lies in the element is still there to read; where there is nothing, the message is better than nothing.
    if (this.#place === undefined && this.#rescued === undefined && this.shadowRoot !== null && this.childElementCount === 0) {
      const notice = document.createElement("p");
      notice.setAttribute("role", "alert");
      notice.textContent = `kube-loupe: ${message}`;
      this.shadowRoot.replaceChildren(notice);
    }
  }

  #end(): void {
    this.#seen?.disconnect();
    this.#seen = undefined;
    this.#fetching?.abort();
    this.#fetching = undefined;
    this.#beginning = undefined;
    const place = this.#place;
    this.#place = undefined;
    this.#rescued = undefined;
    if (place !== undefined) {
      this.#engine?.leave(place);
    }
    const fallback = document.createElement("slot");
    this.shadowRoot?.replaceChildren(fallback);
  }
}

async function fetched(address: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) {
    throw new Error(`${address} answered ${response.status} ${response.statusText}`);
  }
  return response.text();
}

/** The text without the indentation that all of its lines share, since a script stands somewhere in a page. */
function dedented(text: string): string {
  const lines = text.replace(/^\s*\n/, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return Number.isFinite(shared) ? lines.map((line) => line.slice(shared)).join("\n") : text;
}

declare global {
  interface HTMLElementTagNameMap {
    "kube-loupe": KubeLoupe;
  }
}

if (globalThis.customElements !== undefined && customElements.get("kube-loupe") === undefined) {
  customElements.define("kube-loupe", KubeLoupe);
}
