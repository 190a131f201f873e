// Importing the package touches neither a page nor the network, so a server renders with it.
import { run } from "kubeloupe";

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A page about what a scenario comes to. */
export async function page(scenario) {
  const { title, objects } = await run(scenario);
  const rows = objects.map(({ ref, fate, at }) => `<tr><td>${escaped(ref)}<td>${fate}<td>${at ?? ""}`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><table>${rows.join("")}</table></html>`;
}
