/// <reference lib="webworker" />

// Caches the files of the page in the browser, so that it opens without a network. The build inserts the list of files.

declare const FILES: readonly string[];
declare const VERSION: string;

const scope = globalThis as unknown as ServiceWorkerGlobalScope;
/** A prefix for cache names: other pages of the same origin may have caches too. */
const prefix = `isoform ${scope.registration.scope} `;
const name = prefix + VERSION;
const addresses = new Set(FILES.map((file) => new URL(file, scope.registration.scope).href));

/** The requested file, if it belongs to the page. */
function fileOf({ method, url }: Request): string | undefined {
  if (method !== "GET") return;
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  const file = address === scope.registration.scope ? `${address}index.html` : address;
  return addresses.has(file) ? file : undefined;
}

async function kept(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(file)) ?? (await fetch(request));
}

async function keep(): Promise<void> {
  const cache = await caches.open(name);
  // Bypasses the HTTP cache, which may hold files of an older version.
  await cache.addAll([...addresses].map((address) => new Request(address, { cache: "reload" })));
}

async function dropOthers(): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== name) await caches.delete(other);
  }
  // The open page loads more modules later, so it also uses the cache.
  await scope.clients.claim();
}

/** Activates this version, unless another page still uses the old one: it loads more modules later. */
async function takeOver(refused: MessagePort | undefined): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const own = pages.filter(({ url }) => url.startsWith(scope.registration.scope));
  if (own.length > 1) refused?.postMessage(undefined);
  else await scope.skipWaiting();
}

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
scope.addEventListener("message", (event) => event.waitUntil(takeOver(event.ports[0])));
scope.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file !== undefined) event.respondWith(kept(event.request, file));
});
