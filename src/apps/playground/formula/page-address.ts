import { type Linked, linkTo } from "./permalink.ts";

/** Browsers limit the rate of address changes: Safari allows 100 in 30 seconds. */
const MILLISECONDS_BETWEEN = 300;

/** Stores the page's state in its address, without a history entry for each key. */
export class PageAddress {
  #latest: Linked | undefined;
  #isBusy = false;

  /** Updates the address soon. Only the latest state is written. */
  async keep(linked: Linked): Promise<void> {
    this.#latest = linked;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#latest !== undefined) {
      const latest: Linked = this.#latest;
      this.#latest = undefined;
      // If the formula is too long for the address, clear it rather than keep an older one.
      const link = await linkTo(latest).catch(() => "");
      history.replaceState(null, "", `#${link}`);
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN));
    }
    this.#isBusy = false;
  }
}
