import { ModuleError } from "./errors.js";

/** Where the engine's module comes from: an address, a response, its bytes, or the compiled module. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** Turns a source into something that can be compiled, with a clear message when a server answers with something else. */
export async function readable(source: ModuleSource): Promise<Response | BufferSource | WebAssembly.Module> {
  if (typeof source === "string" || source instanceof URL) {
    const file = localFile(source);
    return file ?? checked(await fetched(source));
  }
  const ready = await source;
  return isResponse(ready) ? checked(ready) : ready;
}

/** Not by its class: a response may come from another realm, or from a library. */
function isResponse(source: object): source is Response {
  return "arrayBuffer" in source && "headers" in source;
}

async function fetched(source: string | URL): Promise<Response> {
  try {
    return await fetch(source);
  } catch (error) {
    throw new ModuleError(`kubeloupe: ${source} cannot be fetched`, "module", undefined, { cause: error });
  }
}

/** In Node, `fetch` does not read files. */
function localFile(source: string | URL): BufferSource | undefined {
  const url = source instanceof URL ? source : URL.canParse(source) ? new URL(source) : undefined;
  const fs = url?.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs") : undefined;
  if (fs === undefined || url === undefined) {
    return undefined;
  }
  try {
    return new Uint8Array(fs.readFileSync(url));
  } catch (error) {
    throw new ModuleError(`kubeloupe: ${url} cannot be read`, "module", undefined, { cause: error });
  }
}

function checked(response: Response): Response {
  if (!response.ok) {
    throw new ModuleError(`kubeloupe: ${response.url} answered ${response.status} ${response.statusText}`, "module");
  }
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  if (type !== "application/wasm") {
    throw new ModuleError(
      `kubeloupe: ${response.url} is served as ${type ?? "nothing"}; the server must say application/wasm`,
      "module",
    );
  }
  return response;
}
