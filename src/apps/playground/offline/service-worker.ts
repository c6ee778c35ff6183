/// <reference lib="webworker" />

// Keeps the files of the page in the browser, so that it opens without a network. The build states the files.

declare const FILES: readonly string[];
declare const VERSION: string;

const scope = globalThis as unknown as ServiceWorkerGlobalScope;
/** Other pages of the same host may have caches too. */
const prefix = `isoform ${scope.registration.scope} `;
const name = prefix + VERSION;
const addresses = new Set(FILES.map((file) => new URL(file, scope.registration.scope).href));

/** The file that is asked for, if it is one of the page's. */
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
  // All files of one version: an old one that the browser has kept would not fit the others.
  await cache.addAll([...addresses].map((address) => new Request(address, { cache: "reload" })));
}

async function dropOthers(): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== name) await caches.delete(other);
  }
  // The page that is open loads parts of itself later.
  await scope.clients.claim();
}

/** Takes the place of the old version, unless a page of it is open besides the one that asks: such a page loads parts of itself later. */
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
