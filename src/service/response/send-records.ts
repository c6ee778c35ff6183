import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { COMPILE } from "../../core/compiled.ts";
import { usesClock } from "../../core/uses.ts";
import type { StoreQuery, StoreRecord } from "../../stores/store.ts";
import { defined } from "../../util/defined.ts";
import type { Collection } from "../collection.ts";
import { ProblemError } from "../problem.ts";
import type { Cursors } from "../request/cursor.ts";
import { positionFields } from "../request/cursor.ts";
import { fieldsToRead, type Page, type RecordQuery } from "../request/query.ts";
import { logOf } from "../request-log.ts";
import { breakOff, whenClosed } from "./connection.ts";
import { ENCODERS, ENCODINGS, LEAST_BYTES } from "./encoding.ts";
import { etagOf, isKnown } from "./etag.ts";
import { FORMATS, type Format, MEDIA_TYPES, type MediaType, pick } from "./format.ts";
import { joinVary, negotiateEncoding, negotiateType } from "./negotiate.ts";

/** A request for records that was read and checked. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly collection: Collection;
  readonly query: RecordQuery;
  readonly cursors: Cursors;
  /** Returns the address of the next page; `undefined` if there is none, because the parameters were in a body. */
  readonly linkTo: (cursor: string) => string | undefined;
  /** Called if an answer breaks off, since it is then too late to send a problem. */
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

/** The most characters that are sent at once. Longer answers are streamed. */
const CHUNK = 65_536;

/**
 * Records that are written at once. Texts much larger than a chunk would be objects that the engine collects late: a
 * million records as text then left 100 MB behind, for a while.
 */
const AT_ONCE = 64;

/** The reason that a store gets to stop reading if the client is gone. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Sends the records that a request asks for. */
export async function sendRecords(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, query } = exchange;
  const { headers } = request;
  const type = negotiateType<MediaType>(headers.accept, MEDIA_TYPES);
  if (type === undefined) {
    throw new ProblemError("not-acceptable", `served are ${MEDIA_TYPES.join(", ")}`);
  }
  const format = FORMATS[type];
  reply.header("content-type", format.contentType);
  reply.header("cache-control", "private, no-cache");
  reply.header("vary", joinVary(reply.getHeader("vary"), "accept, accept-encoding"));
  logOf(request).format = type;

  const tag = tagOf(exchange, type);
  if (tag !== undefined) {
    reply.header("etag", tag);
    if (isKnown(tag, headers["if-none-match"])) return reply.code(304).send();
  }
  if (request.method === "HEAD") return reply.send();

  const gone = new AbortController();
  onClose(exchange, () => gone.abort(new ClientGone("the client went away")));
  const { page } = query;
  if (page !== undefined) {
    const text = await pageText(exchange, page, format, gone.signal);
    return sendWhole(exchange, Buffer.from(text), tag);
  }
  const pieces = piecesOf(exchange, format, gone.signal);
  // A stream that was never read does not end its source by itself. After the end this does nothing.
  onClose(exchange, () => {
    pieces.return(undefined).catch(() => undefined);
  });
  const first = await pieces.next();
  if (first.done === true) return sendWhole(exchange, Buffer.alloc(0), tag);
  const second = await pieces.next();
  if (second.done === true) return sendWhole(exchange, first.value, tag);
  return sendStream(exchange, first.value, second.value, pieces);
}

function onClose({ request, reply }: Exchange, listener: () => void): void {
  whenClosed(reply.raw, request.raw.socket, listener);
}

/** The tag of an answer; `undefined` if the store cannot tell whether its records are still the same. */
function tagOf({ request, collection, query }: Exchange, type: string): string | undefined {
  const { version } = collection.store;
  const { filter } = query;
  const looksAtClock = filter?.to<undefined, boolean>({
    [COMPILE]: ({ condition }) => usesClock(condition),
  });
  if (version === undefined || looksAtClock === true) return undefined;
  const { fields, sort, maxRecords, page } = query;
  const asked = [filter?.source, fields, sort, maxRecords, page?.size, page?.position];
  return etagOf(
    version,
    collection.name,
    type,
    JSON.stringify(asked),
    request.routeOptions.url ?? "",
  );
}

/** The query for the store. */
function asked(query: RecordQuery): StoreQuery {
  const { filter, sort, maxRecords, page } = query;
  const fields = fieldsToRead(query);
  const seen = page?.position?.seen ?? 0;
  const left = maxRecords === undefined ? undefined : Math.max(0, maxRecords - seen);
  // One more than the page holds tells whether another page follows.
  const limit =
    page === undefined ? left : Math.min(page.size + 1, left ?? Number.POSITIVE_INFINITY);
  return {
    sort,
    ...defined({ fields, filter, limit, after: page?.position?.after }),
  };
}

/** The answer in pieces of some size. The last piece has the end of the answer. */
async function* piecesOf(
  { request, query, collection: { store } }: Exchange,
  format: Format,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  const log = logOf(request);
  if (store.write !== undefined && format.written !== undefined) {
    for await (const { count, bytes } of store.write(asked(query), format.written, signal)) {
      log.records += count;
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return undefined;
  }
  const fields = query.fields ?? [...store.schema.fields.keys()];
  let text = format.begin(fields);
  for await (const records of store.read(asked(query), signal)) {
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const some = records.slice(from, from + AT_ONCE);
      text += format.records(some, log.records === 0, fields);
      log.records += some.length;
      if (text.length < CHUNK) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  yield Buffer.from(text + format.end);
  return undefined;
}

/** The text of a page. It is written when it is known whether another page follows, since a header says so. */
async function pageText(
  exchange: Exchange,
  { size, position, query: cursorQuery }: Page,
  format: Format,
  signal: AbortSignal,
): Promise<string> {
  const { request, reply, query, collection, cursors, linkTo } = exchange;
  const found: StoreRecord[] = [];
  for await (const records of collection.store.read(asked(query), signal)) found.push(...records);
  const records = found.slice(0, size);
  const last = records.at(-1);
  if (found.length > size && last !== undefined) {
    const seen = (position?.seen ?? 0) + records.length;
    const after = pick(last, positionFields(cursorQuery));
    const cursor = cursors.write(cursorQuery, { seen, after });
    reply.header("x-next-cursor", cursor);
    const link = linkTo(cursor);
    if (link !== undefined) reply.header("link", `<${link}>; rel="next"`);
  }
  logOf(request).records = records.length;
  const fields = query.fields ?? [...collection.store.schema.fields.keys()];
  const picked =
    query.fields === undefined ? records : records.map((record) => pick(record, fields));
  return format.begin(fields) + format.records(picked, true, fields) + format.end;
}

async function sendWhole(
  exchange: Exchange,
  bytes: Buffer,
  knownTag: string | undefined,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  if (knownTag === undefined) {
    const tag = etagOf(bytes);
    reply.header("etag", tag);
    if (isKnown(tag, request.headers["if-none-match"])) return reply.code(304).send();
  }
  const encoding =
    bytes.length < LEAST_BYTES
      ? undefined
      : negotiateEncoding(request.headers["accept-encoding"], ENCODINGS);
  const encoder = encoding === undefined ? undefined : ENCODERS[encoding];
  if (encoding === undefined || encoder === undefined) return sendBytes(exchange, bytes);
  logOf(request).encoding = encoding;
  reply.header("content-encoding", encoding);
  return sendBytes(exchange, await encoder.whole(bytes));
}

/** Sends long answers in pieces. Otherwise a slow reader would look like one that stopped. */
function sendBytes({ reply }: Exchange, bytes: Buffer): FastifyReply {
  if (bytes.length <= CHUNK) return reply.send(bytes);
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
  }
  reply.header("content-length", bytes.length);
  return reply.send(Readable.from(pieces(), { objectMode: false }));
}

function sendStream(
  exchange: Exchange,
  first: Buffer,
  second: Buffer,
  rest: AsyncIterable<Buffer>,
): FastifyReply {
  const { request, reply, onFailure } = exchange;
  async function* all(): AsyncGenerator<Buffer> {
    yield second;
    try {
      yield* rest;
    } catch (error) {
      onFailure(error, request);
      // In HTTP/1.0 the end of the connection is the end of the answer.
      if (request.raw.httpVersion === "1.0") breakOff(request.raw.socket);
      throw error;
    }
  }
  const encoding = negotiateEncoding(request.headers["accept-encoding"], ENCODINGS);
  const encoder = encoding === undefined ? undefined : ENCODERS[encoding];
  if (encoding === undefined || encoder === undefined) {
    const plain = Readable.from(withFirst(first, all()), { objectMode: false });
    onClose(exchange, () => plain.destroy());
    return reply.send(plain);
  }
  logOf(request).encoding = encoding;
  const encoded = encoder.stream();
  onClose(exchange, () => encoded.destroy());
  // The first piece goes out at once. It does not wait for more to compress.
  encoded.write(first);
  encoded.flush();
  // A failure of the source destroys the encoder, and so the answer: it never ends as if it were whole.
  pipeline(Readable.from(all(), { objectMode: false }), encoded, () => undefined);
  return reply.header("content-encoding", encoding).send(encoded);
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
