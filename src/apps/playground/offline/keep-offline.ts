/**
 * The time limit for asking the new version's service worker, which the browser starts for it. If the worker fails to
 * start, the page continues.
 */
const MOST_WAIT_MS = 2_000;

/**
 * Installs the service worker, so that the page opens without a network. If the browser does not allow it, the page
 * works without it.
 */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
  } catch {
    // Not available in a private window, or on a host without HTTPS.
  }
}

/**
 * Reloads the page if the browser downloaded a newer version during the last visit. A browser activates that version
 * only after all pages of the old one are closed; a reload alone does not.
 *
 * @returns whether the page is about to reload
 */
export async function takeNewerVersion(): Promise<boolean> {
  const { serviceWorker } = navigator;
  // There is no service worker yet, or the page was loaded bypassing it.
  if (!serviceWorker?.controller) return false;
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (!waiting) return false;
  const isTaken = new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // Another page still uses the old version.
    port1.onmessage = () => resolve(false);
    serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), MOST_WAIT_MS);
    waiting.postMessage("take over", [port2]);
  });
  if (!(await isTaken)) return false;
  location.reload();
  return true;
}
