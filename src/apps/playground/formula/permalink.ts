import type { SortKey } from "../../../columns.ts";

/** The content of a link: the formula, the sort order and the name of the records, but never records. */
export interface Linked {
  readonly formula: string;
  readonly sort: readonly SortKey[];
  /** The name of the records, such as `demo-100000`. */
  readonly records: string;
}

/** The version of the link's format. */
const VERSION = "1.";
/** The limit for links, and for their decompressed content. */
const MOST_CHARACTERS = 30_000;
const MOST_BYTES = 100_000;
const TOO_LONG = "The formula is too long for a link.";

/**
 * The fragment of a link.
 *
 * @throws `Error` if the link would be too long to read
 */
export async function linkTo({ formula, sort, records }: Linked): Promise<string> {
  const json = JSON.stringify({
    f: formula,
    s: sort.map(({ field, direction }) => [field, direction]),
    r: records,
  });
  const text = new TextEncoder().encode(json);
  if (text.length > MOST_BYTES) throw new Error(TOO_LONG);
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...bytes));
  const link = VERSION + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (link.length > MOST_CHARACTERS) throw new Error(TOO_LONG);
  return link;
}

/**
 * Reads the fragment of a link.
 *
 * @throws `Error` with a message for people if it is invalid
 */
export async function readLink(fragment: string): Promise<Linked> {
  if (fragment.length > MOST_CHARACTERS) throw new Error("The link is too long to be read.");
  try {
    if (!fragment.startsWith(VERSION)) throw new Error("another version");
    const letters = fragment.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream("deflate-raw"));
    return linkedOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)));
  } catch (error) {
    throw new Error("The link cannot be read; a part of it may be missing.", { cause: error });
  }
}

function linkedOf(json: unknown): Linked {
  const { f: formula, s: sort, r: records } = Object(json) as Record<string, unknown>;
  if (typeof formula !== "string" || typeof records !== "string") throw new TypeError("no texts");
  const keys = Array.isArray(sort) ? sort : [];
  return {
    formula,
    records,
    sort: keys.map((key): SortKey => {
      const [field, direction] = Array.isArray(key) ? key : [];
      if (typeof field !== "string") throw new TypeError("no field");
      return { field, direction: direction === "desc" ? "desc" : "asc" };
    }),
  };
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new Error("too much");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
