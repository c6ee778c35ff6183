import { requireKind } from "../../util/misuse.ts";
import { isFieldValue, type Signal, type ValueProvider } from "./values-provider.ts";

/** The options of `serviceValues`. */
export interface ServiceValuesOptions {
  /** The headers of requests, such as `{ "x-api-key": key }`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The part of `fetch` that we use, since not every platform has its types. */
type FetchLike = (
  address: string,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal?: Signal | undefined;
  },
) => Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

/**
 * Provides values from the records of a service: `createLanguage({ schema, values: serviceValues("/cars") })`. It needs
 * `fetch`. After a failed request, the next completion tries again.
 *
 * @param address the URL of the collection, such as `https://example.com/cars`
 */
export function serviceValues(
  address: string,
  { headers = {} }: ServiceValuesOptions = {},
): ValueProvider {
  requireKind(address, "text", "`serviceValues`: the address");
  return async ({ name, type }, prefix, { limit, signal }) => {
    // A URL segment cannot be `.` or `..`, and booleans are completed as keywords.
    if (type === "boolean" || /^\.{1,2}$/.test(name)) return [];
    const ignoreCase = String(type === "text" || type === "list");
    const query = `prefix=${encodeURIComponent(prefix)}&ignoreCase=${ignoreCase}&limit=${limit}`;
    // The portable code is compiled without a platform's types.
    const { fetch } = globalThis as unknown as { readonly fetch: FetchLike };
    const answer = await fetch(`${address}/values/${encodeURIComponent(name)}?${query}`, {
      headers: { ...headers, accept: "application/json" },
      signal,
    });
    // Throws, since an empty result would be cached, and a busy service may respond later.
    if (!answer.ok) throw new Error(`${address} returns status ${answer.status}`);
    const found = await answer.json();
    if (!Array.isArray(found)) throw new Error(`${address} has no values`);
    return found.filter(isFieldValue);
  };
}
