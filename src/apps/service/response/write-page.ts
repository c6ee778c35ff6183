import type { Store, StoreRecord } from "../../../data/stores/store.ts";
import { CHUNK } from "../bounds.ts";
import type { Page } from "../request/query.ts";
import type { RequestContext } from "../request-context.ts";
import { AT_ONCE, type Format, pick } from "./record-format.ts";

/** A serialized page that was not sent yet. */
export interface WrittenPage {
  readonly chunks: Buffer[];
  readonly count: number;
  /** The last record, if another page follows. */
  readonly last: StoreRecord | undefined;
}

/** The source of a page. */
interface PageSource {
  readonly store: Store;
  /** One record more than the page has, if there is one. */
  readonly batches: AsyncIterable<readonly StoreRecord[]>;
  readonly page: Page;
  /** The fields to return; `undefined` for all that are read. */
  readonly fields: readonly string[] | undefined;
  readonly format: Format;
  readonly context: RequestContext;
}

/**
 * Serializes a page. It must be complete before it is sent, since its headers tell whether another page follows.
 * Records are not retained, but the bytes are; they are charged while they are written.
 *
 * @throws `ProblemError` if there is not enough memory
 */
export async function writePage({
  store,
  batches,
  page: { size },
  fields,
  format,
  context,
}: PageSource): Promise<WrittenPage> {
  const names = fields ?? [...store.schema.fields.keys()];
  const chunks: Buffer[] = [];
  let bytes = 0;
  let text = format.begin(names);
  const endChunk = (): void => {
    const chunk = Buffer.from(text);
    text = "";
    bytes += chunk.length;
    context.hold(bytes + CHUNK);
    chunks.push(chunk);
  };
  let count = 0;
  let last: StoreRecord | undefined;
  let isLastPage = true;
  for await (const records of batches) {
    const slice = context.slice(store, true);
    isLastPage = count + records.length <= size;
    for (let from = 0; from < records.length && count < size; from += AT_ONCE) {
      if (slice.shouldYield()) await slice.yield();
      const some = records.slice(from, from + Math.min(AT_ONCE, size - count));
      const picked = fields === undefined ? some : some.map((record) => pick(record, fields));
      text += format.records(picked, count === 0, names);
      count += some.length;
      last = some.at(-1);
      if (text.length >= CHUNK) endChunk();
    }
    slice.pause();
  }
  text += format.end;
  endChunk();
  return { chunks, count, last: isLastPage ? undefined : last };
}
