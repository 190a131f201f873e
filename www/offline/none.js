// What `cargo xtask serve` answers to a browser that once kept the app from this address: it keeps nothing any more. A
// developer must see what was just built.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("kubeloupe ")).map((name) => caches.delete(name)));
  await registration.unregister();
  const pages = await clients.matchAll({ type: "window" });
  await Promise.all(pages.map((page) => page.navigate(page.url)));
}
