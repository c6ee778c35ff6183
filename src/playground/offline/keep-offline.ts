/** Lets the page open without a network from now on. Where the browser allows no such thing, the page works as before. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
  } catch {
    // A private window, or a host without encryption.
  }
}
