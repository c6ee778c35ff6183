// This folder holds code shared by the drivers of all databases: pools of sessions, streams of rows, filling of tables.

import { StoreError } from "../../store.ts";

/**
 * Parses the URL of a server. The message of `URL`'s error contains the address with its password, so it is not
 * repeated.
 *
 * @param product the database's name in messages
 * @param example a valid address
 */
export function readAddress(source: string, product: string, example: string): URL {
  try {
    const url = new URL(source);
    decodeURIComponent(url.username + url.password + url.pathname);
    // An "@" there belongs to an unescaped password.
    if (url.hostname !== "" && !url.pathname.includes("@")) return url;
  } catch {
    // Reported below.
  }
  throw wrongAddress(product, example);
}

export function wrongAddress(product: string, example: string): StoreError {
  return new StoreError("setup", `the address of ${product} is wrong: it is written ${example}`);
}

/** @throws {@link StoreError} for an unknown parameter */
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
