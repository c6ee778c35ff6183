import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreQuery } from "../../../data/stores/store.ts";
import type { Field } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { quote } from "../../../util/quote.ts";
import { CHUNK, STREAM_BYTES } from "../bounds.ts";
import { breakOff, whenClosed } from "../connection.ts";
import { ProblemError } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { areUnchanged, isTimed } from "../looks-at-clock.ts";
import type { Cursors } from "../request/page-cursor.ts";
import { positionFields, timedFields } from "../request/page-cursor.ts";
import { fieldsToRead, type Page, type RecordQuery } from "../request/query.ts";
import { contextOf } from "../request-context.ts";
import { logOf } from "../request-log.ts";
import { encoderFor } from "./encoding.ts";
import { etagOfChunks } from "./etag.ts";
import { negotiateType } from "./negotiate.ts";
import {
  AT_ONCE,
  ESCAPED_CSV,
  FORMATS,
  type Format,
  MEDIA_TYPES,
  type MediaType,
  pick,
} from "./record-format.ts";
import { describeAnswer, sendWithoutRecords, setTag, type Tagged, tagOf } from "./tag.ts";
import { writePage } from "./write-page.ts";

/** A validated request for records. */
export interface Exchange extends Tagged {
  readonly query: RecordQuery;
  readonly cursors: Cursors;
  /** Returns the URL of the next page; `undefined` if there is none, because the parameters were in a body. */
  readonly linkTo: (cursor: string) => string | undefined;
  /** Called if a response fails after it has begun, when it is too late to send a problem. */
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

/** Negotiates the format, and sets the headers of the response. */
export function formatFor({ request, reply, collection }: Tagged): {
  readonly type: MediaType;
  readonly format: Format;
} {
  const type = negotiateType<MediaType>(request.headers.accept, MEDIA_TYPES);
  if (type === undefined) {
    throw new ProblemError("not-acceptable", `the media types are ${MEDIA_TYPES.join(", ")}`);
  }
  const isEscaped = type === "text/csv" && collection.csvEscapeFormulas;
  const format = isEscaped ? ESCAPED_CSV : FORMATS[type];
  describeAnswer(reply, format.contentType);
  logOf(request).format = type;
  return { type, format };
}

/** Sends the requested records. */
export async function sendRecords(exchange: Exchange): Promise<FastifyReply> {
  const { request, query } = exchange;
  const { type, format } = formatFor(exchange);
  const tag = tagOfQuery(exchange, type);
  const sent = sendWithoutRecords(exchange, tag);
  if (sent !== undefined) return sent;

  const context = contextOf(request);
  context.hold(CHUNK);
  const { page } = query;
  if (page !== undefined) {
    const chunks = await pageOf(exchange, page, format);
    return sendWhole(exchange, chunks, tag);
  }
  const chunks = chunksOf(exchange, format);
  // A stream that was never read does not close its source. After the end, this has no effect.
  onClose(exchange, () => {
    chunks.return(undefined).catch(() => undefined);
  });
  const first = await chunks.next();
  if (first.done === true) return sendWhole(exchange, [], tag);
  const second = await chunks.next();
  if (second.done === true) return sendWhole(exchange, [first.value], tag);
  context.hold(STREAM_BYTES);
  return sendStream(exchange, first.value, second.value, chunks);
}

function onClose({ request, reply }: Tagged, listener: () => void): void {
  whenClosed(reply.raw, request.raw.socket, listener);
}

function tagOfQuery(exchange: Exchange, type: string): string | undefined {
  const { query, collection } = exchange;
  const { filter, fields, sort, maxRecords, page } = query;
  const known = collection.store.schema.fields;
  const names = [...(fields ?? known.keys()), ...sort.map(({ field }) => field)];
  if (names.flatMap((name) => known.get(name) ?? []).some(isTimed)) return undefined;
  const pages = [page?.size, page?.position, page?.isCounted];
  return tagOf(exchange, [filter], type, [fields, sort, maxRecords, ...pages]);
}

/** The query for the store. */
function storeQueryOf(query: RecordQuery): StoreQuery {
  const { filter, sort, maxRecords, page } = query;
  const fields = fieldsToRead(query);
  const seen = page?.position?.seen ?? 0;
  const left = maxRecords === undefined ? undefined : Math.max(0, maxRecords - seen);
  // One record more than the page holds shows whether another page follows.
  const limit =
    page === undefined ? left : Math.min(page.size + 1, left ?? Number.POSITIVE_INFINITY);
  return {
    sort,
    ...defined({ fields, filter, limit, after: page?.position?.after }),
  };
}

/** The response in chunks of some size. The last chunk includes the format's end. */
async function* chunksOf(
  { request, query, collection: { store } }: Exchange,
  format: Format,
): AsyncGenerator<Buffer, undefined> {
  const log = logOf(request);
  const context = contextOf(request);
  const { call } = context;
  const asked = storeQueryOf(query);
  if (store.write !== undefined && format.written !== undefined) {
    for await (const { count, bytes } of store.write(asked, format.written, call)) {
      log.records += count;
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return undefined;
  }
  const fields = query.fields ?? [...store.schema.fields.keys()];
  let text = format.begin(fields);
  for await (const records of store.read(asked, call)) {
    const slice = context.slice(store, true);
    for (let from = 0; from < records.length; from += AT_ONCE) {
      if (slice.shouldYield()) await slice.yield();
      const some = records.slice(from, from + AT_ONCE);
      text += format.records(some, log.records === 0, fields);
      log.records += some.length;
      if (text.length < CHUNK) continue;
      slice.pause();
      yield Buffer.from(text);
      slice.resume();
      text = "";
    }
    slice.pause();
  }
  yield Buffer.from(text + format.end);
  return undefined;
}

/** The chunks of a page. Its headers link to the next one. */
async function pageOf(exchange: Exchange, page: Page, format: Format): Promise<Buffer[]> {
  const { request, reply, query, collection, cursors, linkTo } = exchange;
  const { fields } = query;
  const { store } = collection;
  const context = contextOf(request);
  const timed = timedFields(page.query);
  const time = timed.length === 0 ? undefined : Date.now();
  // A store in memory reads the records as of the time of the call, so they are those that are counted.
  const batches = store.read(storeQueryOf(query), context.call);
  const total = page.isCounted ? await store.count(query.filter, context.call) : undefined;
  const { chunks, count, last } = await writePage({
    store,
    batches,
    page,
    fields,
    format,
    context,
  });
  const from = page.position?.time;
  if (from !== undefined && !areUnchanged(timed, from, Date.now())) throw movedPosition(timed);
  if (total !== undefined) reply.header("x-total-count", total);
  if (last !== undefined) {
    const seen = (page.position?.seen ?? 0) + count;
    const after = pick(last, positionFields(page.query));
    const cursor = cursors.write(page.query, { seen, after, time });
    if (cursor.length > SERVICE_LIMITS.cursorCharacters) {
      const detail = "a record has too long a text for a cursor to hold: sort by another field";
      throw new ProblemError("invalid-query", detail);
    }
    reply.header("x-next-cursor", cursor);
    const link = linkTo(cursor);
    if (link !== undefined) reply.header("link", `<${link}>; rel="next"`);
  }
  logOf(request).records = count;
  return chunks;
}

/** The problem of an order that is no longer that of the previous page. */
function movedPosition(timed: readonly Field[]): ProblemError {
  const names = timed.map(({ name }) => quote(name)).join(", ");
  const message = `the time has changed ${names} since the page before, so records could be missing`;
  const help = "sort by another field, or leave out `pageSize` and `cursor` to get all records";
  const mistake = { parameter: "cursor", code: "moved-position", message, help };
  return new ProblemError("invalid-query", message, [mistake]);
}

/** Sends a response with all its chunks available. */
export async function sendWhole(
  exchange: Tagged,
  chunks: Buffer[],
  knownTag: string | undefined,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  if (knownTag === undefined) {
    if (setTag(exchange, etagOfChunks(exchange, chunks))) return reply.code(304).send();
  }
  const [first = Buffer.alloc(0), ...others] = chunks;
  if (others.length > 0) return sendChunks(exchange, chunks);
  const encoder =
    first.length < SERVICE_LIMITS.compressedBytes
      ? undefined
      : encoderFor(request.headers["accept-encoding"], contextOf(request));
  if (encoder === undefined) return reply.send(first);
  logOf(request).encoding = encoder.name;
  reply.header("content-encoding", encoder.name);
  return reply.send(await encoder.whole(first));
}

/** Sends available chunks. The memory of each is released once it is in flight. */
function sendChunks(exchange: Tagged, chunks: Buffer[]): FastifyReply {
  const context = contextOf(exchange.request);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  function* taken(): Generator<Buffer> {
    let left = length;
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
      yield chunk;
      left -= chunk.length;
      context.keep(left + STREAM_BYTES);
    }
  }
  return sendEncoded(exchange, { source: taken(), length });
}

function sendStream(
  exchange: Exchange,
  first: Buffer,
  second: Buffer,
  rest: AsyncIterable<Buffer>,
): FastifyReply {
  const { request, onFailure } = exchange;
  async function* others(): AsyncGenerator<Buffer> {
    yield second;
    try {
      yield* rest;
    } catch (error) {
      onFailure(error, request);
      // In HTTP/1.0, a closed connection would look like the end of the response.
      if (request.raw.httpVersion === "1.0") breakOff(request.raw.socket);
      throw error;
    }
  }
  return sendEncoded(exchange, { first, source: others() });
}

/** A response that is sent in chunks. */
interface Streamed {
  /** The chunk before those of the source. It is sent at once, without waiting for more to compress. */
  readonly first?: Buffer;
  readonly source: Iterable<Buffer> | AsyncIterable<Buffer>;
  /** The length in bytes, if it is known. */
  readonly length?: number;
}

/** Sends a response, compressed if the client accepts it and memory allows. */
function sendEncoded(exchange: Tagged, { first, source, length }: Streamed): FastifyReply {
  const { request, reply } = exchange;
  const encoder = encoderFor(request.headers["accept-encoding"], contextOf(request));
  if (encoder === undefined) {
    if (length !== undefined) reply.header("content-length", length);
    const all = first === undefined ? source : withFirst(first, source);
    const plain = Readable.from(all, { objectMode: false });
    onClose(exchange, () => plain.destroy());
    return reply.send(plain);
  }
  logOf(request).encoding = encoder.name;
  const encoded = encoder.stream();
  onClose(exchange, () => encoded.destroy());
  if (first !== undefined) {
    encoded.write(first);
    encoded.flush();
  }
  // A failure of the source destroys the encoder and thus the response: it never looks complete.
  pipeline(Readable.from(source, { objectMode: false }), encoded, () => undefined);
  return reply.header("content-encoding", encoder.name).send(encoded);
}

async function* withFirst(
  first: Buffer,
  rest: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
