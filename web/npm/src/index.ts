import init, * as bindings from "../dist/wasm/engine.js";

/** Where the engine's module comes from: an address, a response, its bytes, or the compiled module. */
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** The engine's functions, as they come from the module. */
export type Engine = typeof bindings;

let loading: Promise<Engine> | undefined;

/**
 * Starts the engine; every call after the first gets the same one.
 *
 * Nothing is read before this is called, so importing the package is safe on a server.
 */
export function load(source: ModuleSource = new URL("./wasm/engine_bg.wasm", import.meta.url)): Promise<Engine> {
  loading ??= start(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(source: ModuleSource): Promise<Engine> {
  await init({ module_or_path: await readable(source) });
  return bindings;
}

/** Turns an address into something that can be compiled, with a clear message when a server answers with something else. */
async function readable(source: ModuleSource): Promise<Response | BufferSource | WebAssembly.Module> {
  if (typeof source === "string" || source instanceof URL) {
    const file = localFile(source);
    return file ?? checked(await fetch(source));
  }
  return source instanceof Response ? checked(source) : source;
}

/** In Node, `fetch` does not read files. */
function localFile(source: string | URL): BufferSource | undefined {
  if (!(source instanceof URL) || source.protocol !== "file:") {
    return undefined;
  }
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  return fs === undefined ? undefined : new Uint8Array(fs.readFileSync(source));
}

function checked(response: Response): Response {
  if (!response.ok) {
    throw new Error(`kubeloupe: ${response.url} answered ${response.status} ${response.statusText}`);
  }
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  if (type !== "application/wasm") {
    throw new Error(`kubeloupe: ${response.url} is served as ${type ?? "nothing"}; the server must say application/wasm`);
  }
  return response;
}
