// Starts the visualizer. A file of its own, because the page's content security policy refuses inline scripts.
import init, { startPage } from "./kubeloupe-www.js";

try {
  await init({ module_or_path: new URL("./kubeloupe-www_bg.wasm", import.meta.url) });
  startPage();
} catch (error) {
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = `kubeloupe could not start: ${error instanceof Error ? error.message : error}`;
  document.body.append(notice);
  throw error;
}
