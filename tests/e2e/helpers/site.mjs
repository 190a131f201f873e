// A small web server that hands on the served app under a path of its own, can change what it hands on, and can go away.
import { createServer } from "node:http";
import { APP_URL } from "./app.mjs";

/**
 * Serves the app below `prefix`. `alter(path, text)` may change a file before it is sent; `state.down` lets every request
 * fail, and `state.asked` lists what was asked for.
 */
export async function startSite(t, { prefix = "/some/path/", alter = (_, text) => text } = {}) {
  const state = { down: false, asked: [], alter };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://site");
    state.asked.push(request.url);
    if (state.down || !pathname.startsWith(prefix)) {
      request.socket.destroy();
      return;
    }
    const path = pathname.slice(prefix.length);
    const file = await fetch(`${APP_URL}/${path}`);
    const type = file.headers.get("content-type");
    const bytes = Buffer.from(await file.arrayBuffer());
    const isText = /text|javascript/.test(type);
    response.writeHead(file.status, {
      "Content-Type": type,
      "Content-Security-Policy": file.headers.get("content-security-policy"),
      "Cache-Control": "no-cache",
    });
    response.end(isText ? state.alter(path, bytes.toString()) : bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}${prefix}`, state };
}
