/** The browser starts the newer version to ask it. A page that it cannot start does not wait for longer. */
const MOST_WAIT_MS = 2_000;

/** Lets the page open without a network from now on. If the browser does not allow it, the page works as before. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
  } catch {
    // A private window, or a host without encryption.
  }
}

/**
 * Loads the page again if the browser has a newer version of it, which came during the last visit. A browser takes such a
 * version by itself only when all pages of the old one are closed, and a reload is not enough.
 *
 * @returns whether the page is about to be loaded again
 */
export async function takeNewerVersion(): Promise<boolean> {
  const { serviceWorker } = navigator;
  // Not kept yet, or loaded past what is kept.
  if (!serviceWorker?.controller) return false;
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (!waiting) return false;
  const isTaken = new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // Another page still needs the old version.
    port1.onmessage = () => resolve(false);
    serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), MOST_WAIT_MS);
    waiting.postMessage("take over", [port2]);
  });
  if (!(await isTaken)) return false;
  location.reload();
  return true;
}
