// The service worker keeps the files of one version of the site, so that the page works offline.
// The index is fetched from the network first; all other files are named after their content and
// served from the cache. A new version waits until the page sends "reload" or no page is open, so a
// page never mixes files of two versions.
export {};

declare const self: ServiceWorkerGlobalScope & { wobblySite: { version: string; files: string[] } };
const site = self.wobblySite;
const prefix = "wobbly-";
const name = prefix + site.version;
const home = new URL("./", self.location.href).href;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  if (event.data === "reload") void self.skipWaiting();
  if (event.data === "files") event.ports[0]?.postMessage(site.files);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(home)) return;
  const address = new URL(request.url);
  const navigates = request.mode === "navigate";
  if (navigates && address.searchParams.has("reset")) event.respondWith(reset(request));
  else if (navigates && /\/(index\.html)?$/.test(address.pathname)) event.respondWith(index(request));
  else event.respondWith(kept(request));
});

/** Reuses files that are already cached. If one cannot be fetched, installation fails. */
async function keep(): Promise<void> {
  const cache = await caches.open(name);
  for (const file of site.files.filter((f) => f !== "sw.js")) {
    const index = file === "index.html";
    const old = index ? undefined : await caches.match(home + file);
    const response = old ?? (await fetch(home + file, { cache: index ? "no-store" : "default" }));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    if (index && !(await fits(response.clone()))) throw new Error("the index is of another version");
    await cache.put(home + file, response);
  }
}

async function fits(response: Response): Promise<boolean> {
  const text = await response.text();
  return site.files.every((f) => f === "index.html" || f === "sw.js" || text.includes(`"${f}"`));
}

/** Deletes all versions older than the previous one, which an open page may still use. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((k) => k.startsWith(prefix) && k !== name);
  for (const key of old.slice(0, -1)) await caches.delete(key);
  await self.clients.claim();
}

/** Returns the newest index, or the cached one if the network fails or takes over 3 s. Files of a
 * newer index are not cached, so they come from the network too. */
async function index(request: Request): Promise<Response> {
  const cached = await (await caches.open(name)).match(home + "index.html");
  if (!cached) return fetch(request);
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), 3000));
  const fresh = fetch(request, { cache: "no-cache" }).then((r) => (r.ok ? r : cached)).catch(() => cached);
  return Promise.race([fresh, timeout]);
}

async function kept(request: Request): Promise<Response> {
  const inThis = await (await caches.open(name)).match(request, { ignoreSearch: true });
  return inThis ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function reset(request: Request): Promise<Response> {
  for (const key of await caches.keys()) if (key.startsWith(prefix)) await caches.delete(key);
  await self.registration.unregister();
  return fetch(request, { cache: "reload" });
}
