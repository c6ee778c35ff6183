import { type Linked, linkTo } from "./permalink.ts";

/** Browsers refuse to change an address very often: Safari allows 100 changes in 30 seconds. */
const MILLISECONDS_BETWEEN = 300;

/** Keeps what is shown in the address, without a new entry in the history for each key. */
export class PageAddress {
  #latest: Linked | undefined;
  #isBusy = false;

  /** Changes the address soon. What is kept last is there in the end. */
  async keep(linked: Linked): Promise<void> {
    this.#latest = linked;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#latest !== undefined) {
      const latest: Linked = this.#latest;
      this.#latest = undefined;
      // An address that cannot hold the formula must not show an older one.
      const link = await linkTo(latest).catch(() => "");
      history.replaceState(null, "", `#${link}`);
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN));
    }
    this.#isBusy = false;
  }
}
