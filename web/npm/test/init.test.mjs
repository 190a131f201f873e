import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ModuleError, diagnose, init, load } from "kubeloupe";

const wasm = new URL(import.meta.resolve("kubeloupe/engine.wasm"));
const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "b", uid: "u" } }];

test("a server that answers with a page is named, and loading can be tried again", async () => {
  const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  await assert.rejects(init(page), (error) => {
    assert.ok(error instanceof ModuleError);
    assert.equal(error.code, "module");
    assert.match(error.message, /served as text\/html; the server must say application\/wasm/);
    return true;
  });
  await assert.rejects(init(new Response("", { status: 404, statusText: "Not Found" })), /answered 404 Not Found/);
  await assert.rejects(init(new URL("nothing.wasm", wasm)), /nothing\.wasm cannot be read/);
  await assert.rejects(init("http://127.0.0.1:9/engine.wasm"), /127\.0\.0\.1:9\/engine\.wasm cannot be fetched/);
  await init();
});

for (const [name, source] of [
  ["bytes", () => readFile(wasm)],
  ["a compiled module", async () => WebAssembly.compile(await readFile(wasm))],
  ["an address", async () => wasm],
  ["an address as text", async () => wasm.href],
  ["a response", async () => new Response(await readFile(wasm), { headers: { "content-type": "application/wasm" } })],
  ["a response to come", async () => ({ promise: Promise.resolve(new Response(await readFile(wasm), { headers: { "content-type": "application/wasm" } })) })],
]) {
  test(`the engine starts from ${name}`, async () => {
    // A copy of the package that nobody has started.
    const fresh = await import(`${import.meta.resolve("kubeloupe")}?${encodeURIComponent(name)}`);
    const given = await source();
    await fresh.init(given.promise ?? given);
    assert.equal((await fresh.load(objects)).objects, 1);
    await fresh.init(new Response("", { status: 500 }));
  });
}

test("an import touches neither the network, nor files, nor the page", async () => {
  const touched = [];
  const watched = { fetch: globalThis.fetch, Worker: globalThis.Worker };
  for (const name of ["document", "window", "self", "location", "XMLHttpRequest", "navigator", "fetch", "Worker"]) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        touched.push(name);
        return undefined;
      },
    });
  }
  const { instantiate, compile } = WebAssembly;
  WebAssembly.instantiate = WebAssembly.compile = () => touched.push("WebAssembly");
  try {
    for (const entry of ["kubeloupe", "kubeloupe/inline", "kubeloupe/worker"]) {
      await import(`${import.meta.resolve(entry)}?quiet`);
    }
  } finally {
    Object.assign(WebAssembly, { instantiate, compile });
    for (const name of ["document", "window", "self", "location", "XMLHttpRequest", "navigator"]) {
      delete globalThis[name];
    }
    Object.defineProperty(globalThis, "fetch", { configurable: true, writable: true, value: watched.fetch });
    delete globalThis.Worker;
  }
  assert.deepEqual(touched, []);
});

test("the parser of YAML is loaded for YAML alone", async () => {
  const fresh = await import(`${import.meta.resolve("kubeloupe")}?yaml`);
  const asked = [];
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const fs = process.getBuiltinModule("node:fs");
  fs.readFileSync = (path, ...rest) => {
    asked.push(String(path).split("/").at(-1));
    return readFileSync(path, ...rest);
  };
  try {
    assert.equal((await fresh.load(objects)).objects, 1);
    assert.deepEqual(asked, ["engine_bg.wasm"]);
    assert.equal((await fresh.load("apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b }\n")).objects, 1);
    assert.deepEqual(asked, ["engine_bg.wasm", "yaml_bg.wasm"]);
    // Both are there now, and neither is read again.
    assert.equal((await fresh.diagnose(objects)).objects, 1);
    assert.equal(asked.length, 2);
  } finally {
    fs.readFileSync = readFileSync;
  }
});

test("many calls at once start the engine once", async () => {
  const all = await Promise.all([load(objects), load(objects), diagnose(objects)]);
  assert.deepEqual(all.map((one) => one.objects), [1, 1, 1]);
});
