import { requireKind } from "../../util/misuse.ts";
import type { FieldValue, Signal, ValueProvider } from "./values-provider.ts";

/** The options of `serviceValues`. */
export interface ServiceValuesOptions {
  /** The headers of requests, such as `{ "x-api-key": key }`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of `fetch` that are used, since not every platform's types have it. */
type Fetch = (
  address: string,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal?: Signal | undefined;
  },
) => Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

/**
 * Offers the values that the records of a service have: `createLanguage({ schema, values: serviceValues("/cars") })`. It
 * needs `fetch`. A service that does not answer, or refuses, is asked again the next time.
 *
 * @param address of the collection, such as `https://example.com/cars`
 */
export function serviceValues(
  address: string,
  { headers = {} }: ServiceValuesOptions = {},
): ValueProvider {
  requireKind(address, "text", "`serviceValues`: the address");
  return async ({ name, type }, prefix, limit, signal) => {
    // No part of an address is `.` or `../..`, and formulas write booleans as words.
    if (type === "boolean" || /^\.{1,2}$/.test(name)) return [];
    const ignoreCase = String(type === "text" || type === "list");
    const query = `prefix=${encodeURIComponent(prefix)}&ignoreCase=${ignoreCase}&limit=${limit}`;
    // The portable code is compiled without the types of a platform.
    const { fetch } = globalThis as unknown as { readonly fetch: Fetch };
    const answer = await fetch(`${address}/values/${encodeURIComponent(name)}?${query}`, {
      headers: { ...headers, accept: "application/json" },
      signal,
    });
    // No values would be remembered, and a service that is busy has some later.
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
    const found = await answer.json();
    if (!Array.isArray(found)) throw new Error(`${address} has no values`);
    return found.filter(isFieldValue);
  };
}

function isFieldValue(found: unknown): found is FieldValue {
  if (typeof found !== "object" || found === null || !("value" in found)) return false;
  return typeof found.value === "string" || typeof found.value === "number";
}
