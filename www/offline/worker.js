// Keeps the app itself, so that it opens without a network after the first visit. `cargo xtask dist` writes two lines
// before this: FILES, everything that the app is made of, and VERSION, which changes when any of it does.
//
// Nothing else is ever kept: whatever the user opens, and whatever a cluster behind the page answers, goes past this.
const HERE = new URL("./", self.location).href;
const OWN = `kubeloupe ${HERE} `;
const CACHE = OWN + VERSION;
const PAGES = [HERE, `${HERE}index.html`];
const KEPT = new Set(FILES.map((file) => new URL(file, HERE).href));

/** A network that has not answered by then counts as none, in milliseconds. */
const PATIENCE = 4000;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  if (request.method !== "GET") {
    return;
  }
  if (request.mode === "navigate" && PAGES.includes(address.href)) {
    event.respondWith(page(request));
  } else if (KEPT.has(address.href)) {
    event.respondWith(file(request, address.href));
  }
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...KEPT].map((address) => new Request(address, { cache: "no-cache" })));
}

// A new version waits until no page of the old one is open, so this takes nothing away from a page that runs.
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
}

const kept = (address) => caches.match(address, { cacheName: CACHE });

// The names of the other files change with what is in them, so what is kept under a name is right.
async function file(request, address) {
  return (await kept(address)) ?? fetch(request);
}

// The page itself comes from the network where there is one: it names the files of the newest version.
async function page(request) {
  const own = await kept(HERE);
  if (own === undefined) {
    return fetch(request);
  }
  const fresh = fetch(request).then((answer) => (answer.status < 500 ? answer : own));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, own));
  return Promise.race([fresh, late]).catch(() => own);
}
