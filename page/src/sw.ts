// The service worker keeps the files of one version of the site, so that the page works offline.
// The index is fetched from the network first; all other files are named after their content and
// served from the cache. A new version waits until the page sends "reload" or no page is open, so a
// page never mixes files of two versions.
export {};

interface Site {
  version: string;
  files: string[];
}

declare const self: ServiceWorkerGlobalScope & { wobblySite: Site };
const scope = self;
const site = scope.wobblySite;
const prefix = "wobbly-";
const name = prefix + site.version;
const home = new URL("./", scope.location.href).href;

scope.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener("message", (event) => {
  if (event.data === "reload") void scope.skipWaiting();
  if (event.data === "files") event.ports[0]?.postMessage(site.files);
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(home)) return;
  const address = new URL(request.url);
  if (request.mode === "navigate" && address.searchParams.has("reset")) {
    event.respondWith(reset(request));
  } else if (
    request.mode === "navigate" &&
    (address.pathname.endsWith("/") || address.pathname.endsWith("/index.html"))
  ) {
    event.respondWith(index(request));
  } else {
    event.respondWith(kept(request));
  }
});

/** Reuses files that are already cached. If one cannot be fetched, installation fails. */
async function keep(): Promise<void> {
  const cache = await caches.open(name);
  for (const file of site.files) {
    if (file === "sw.js") continue;
    const old = file === "index.html" ? undefined : await caches.match(new URL(file, home).href);
    const response =
      old ?? (await fetch(new URL(file, home).href, { cache: file === "index.html" ? "no-store" : "default" }));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    if (file === "index.html" && !(await fits(response.clone()))) throw new Error("the index is of another version");
    await cache.put(new URL(file, home).href, response);
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
  await scope.clients.claim();
}

/** Returns the newest index, or the cached one if the network fails or takes over 3 s. Files of a
 * newer index are not cached, so they come from the network too. */
async function index(request: Request): Promise<Response> {
  const cached = await (await caches.open(name)).match(home + "index.html");
  if (!cached) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), 3000));
  const fresh = fetch(request, { cache: "no-cache" }).then(
    (r) => (r.ok ? r : cached),
    () => cached,
  );
  return Promise.race([fresh, late]);
}

async function kept(request: Request): Promise<Response> {
  const inThis = await (await caches.open(name)).match(request, { ignoreSearch: true });
  return inThis ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function reset(request: Request): Promise<Response> {
  for (const key of await caches.keys()) if (key.startsWith(prefix)) await caches.delete(key);
  await scope.registration.unregister();
  return fetch(request, { cache: "reload" });
}
