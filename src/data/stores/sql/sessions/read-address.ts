// This folder has what the drivers of all databases share: pools of sessions, streams of rows, filling of tables.

import { StoreError } from "../../store.ts";

/**
 * Reads the address of a server. The error of `URL` contains the address, and its password, so it is not repeated.
 *
 * @param product for messages
 * @param example how such an address is written
 */
export function readAddress(source: string, product: string, example: string): URL {
  try {
    const url = new URL(source);
    decodeURIComponent(url.username + url.password + url.pathname);
    // An "@" there is part of a password that is not escaped.
    if (url.hostname !== "" && !url.pathname.includes("@")) return url;
  } catch {
    // The error below says it.
  }
  throw wrongAddress(product, example);
}

export function wrongAddress(product: string, example: string): StoreError {
  return new StoreError("setup", `the address of ${product} is wrong: it is written ${example}`);
}

/** @throws {@link StoreError} for a parameter that is not among those known */
export function expectParameters(
  { searchParams }: URL,
  product: string,
  known: readonly string[],
): void {
  for (const name of searchParams.keys()) {
    if (known.includes(name)) continue;
    const list = known.length === 0 ? "" : ` (known are ${known.join(", ")})`;
    throw new StoreError("setup", `${product}'s address has no parameter ${name}${list}`);
  }
}
