/** Where the engine's module comes from: an address, a response, its bytes, or the compiled module. */
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** Turns a source into something that can be compiled, with a clear message when a server answers with something else. */
export async function readable(source: ModuleSource): Promise<Response | BufferSource | WebAssembly.Module> {
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
