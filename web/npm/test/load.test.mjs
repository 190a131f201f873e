import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "kubeloupe";

test("a server that answers with a page is named, and loading can be tried again", async () => {
  const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  await assert.rejects(load(page), /served as text\/html; the server must say application\/wasm/);
  assert.ok(await load());
});

test("the engine is started once", async () => {
  const bytes = await readFile(new URL(import.meta.resolve("kubeloupe/engine.wasm")));
  assert.equal(await load(bytes), await load());
});
