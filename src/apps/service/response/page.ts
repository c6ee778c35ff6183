import type { StoreQuery, StoreRecord } from "../../../data/stores/store.ts";
import { PIECE } from "../bounds.ts";
import type { Collection } from "../collection.ts";
import type { Page } from "../request/query.ts";
import type { RequestContext } from "../request-context.ts";
import { AT_ONCE, type Format, pick } from "./format.ts";

/** A page that is written, but not sent. */
export interface WrittenPage {
  readonly pieces: Buffer[];
  readonly count: number;
  /** The last record, if another page follows. */
  readonly last: StoreRecord | undefined;
}

/** What a page is written from. */
interface PageSource {
  readonly collection: Collection;
  readonly page: Page;
  /** The query for one record more than the page has. */
  readonly asked: StoreQuery;
  /** The fields of the answer; `undefined` for all that are read. */
  readonly fields: readonly string[] | undefined;
  readonly format: Format;
  readonly context: RequestContext | undefined;
}

/**
 * Writes a page. It is whole before it is sent, since its headers say whether another page follows. Its records are not
 * kept, but its bytes are, and they are counted as they are written.
 *
 * @throws `ProblemError` if its memory is too much.
 */
export async function writePage(
  { collection: { store }, page: { size }, asked, fields, format, context }: PageSource,
  signal: AbortSignal,
): Promise<WrittenPage> {
  const names = fields ?? [...store.schema.fields.keys()];
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = format.begin(names);
  const endPiece = (): void => {
    const piece = Buffer.from(text);
    text = "";
    bytes += piece.length;
    context?.hold(bytes + PIECE);
    pieces.push(piece);
  };
  let count = 0;
  let last: StoreRecord | undefined;
  let isLastPage = true;
  for await (const records of store.read(asked, signal)) {
    isLastPage = count + records.length <= size;
    for (let from = 0; from < records.length && count < size; from += AT_ONCE) {
      const some = records.slice(from, from + Math.min(AT_ONCE, size - count));
      const picked = fields === undefined ? some : some.map((record) => pick(record, fields));
      text += format.records(picked, count === 0, names);
      count += some.length;
      last = some.at(-1);
      if (text.length >= PIECE) endPiece();
    }
  }
  text += format.end;
  endPiece();
  return { pieces, count, last: isLastPage ? undefined : last };
}
