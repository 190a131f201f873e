// A web server for tests: pages that a test writes, and the built package at `/kubeloupe/`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".yaml": "application/yaml",
};

/** What a page with a strict policy allows. */
export const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

/**
 * Serves `pages`, texts by their paths, and the package; closes when the test ends. `folders` are further folders by the
 * path at which they are served; `policy: false` is none. Returns the address and what was asked for.
 */
export async function serveSite(t, pages, { policy = STRICT, folders = {} } = {}) {
  const places = Object.entries({ "/kubeloupe/": DIST, ...folders });
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://site").pathname;
    requests.push(path);
    const headers = { "content-type": TYPES[extname(path)] ?? "text/html; charset=utf-8" };
    if (policy) {
      headers["content-security-policy"] = policy;
    }
    if (pages[path] !== undefined) {
      return response.writeHead(200, headers).end(pages[path]);
    }
    const place = places.find(([prefix]) => path.startsWith(prefix));
    const file = place && join(place[1], normalize(path.slice(place[0].length)));
    const bytes = file?.startsWith(place[1]) ? await readFile(file).catch(() => undefined) : undefined;
    return bytes === undefined ? response.writeHead(path === "/favicon.ico" ? 204 : 404).end() : response.writeHead(200, headers).end(bytes);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => new Promise((closed) => server.close(closed) && server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}
