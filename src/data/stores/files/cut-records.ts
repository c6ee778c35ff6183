import { Buffer } from "node:buffer";
import { type Bytes, peek } from "./bytes.ts";
import type { CsvDialect } from "./csv-parser.ts";
import { type Division, LONGEST_RECORD, Undivided } from "./raw-file.ts";
import { type TextEncoding, utf16MarkOf } from "./text-encoding.ts";
import { hasUtf8Mark } from "./text-pieces.ts";

/** Where the last record ends that is whole in some bytes, which begin with a record; 0 if none is. */
type LastEnd = (bytes: Buffer) => number;

/**
 * Cuts a file of text into parts of about a size, in memory that threads share. Each ends where a record does.
 *
 * @param encoding unless given, UTF-8
 * @throws {@link Undivided} if that is not possible
 */
export async function* cutRecords(
  bytes: Bytes,
  division: Division,
  encoding: TextEncoding | undefined,
  size: number,
): Bytes {
  if (encoding?.startsWith("utf-16")) throw new Undivided("characters are not bytes");
  const lastEnd = division.kind === "csv" ? lastCsvEnd(division.dialect) : lastLineEnd;
  if (encoding === "windows-1252") {
    yield* parts(bytes, size, lastEnd);
    return;
  }
  const { head, all } = await peek(bytes, 3);
  if (utf16MarkOf(head) !== undefined) throw new Undivided("characters are not bytes");
  for await (const part of parts(hasUtf8Mark(head) ? behind(all, 3) : all, size, lastEnd)) {
    // Only at the beginning of a file, this is not a part of the text.
    if (hasUtf8Mark(part)) throw new Undivided("a line begins with a byte order mark");
    yield part;
  }
}

/** @param skipped the first bytes, which are all in the first piece */
async function* behind(bytes: Bytes, skipped: number): Bytes {
  let from = skipped;
  for await (const piece of bytes) {
    yield piece.subarray(from);
    from = 0;
  }
}

async function* parts(bytes: Bytes, size: number, lastEnd: LastEnd): Bytes {
  let part = shared(size);
  let length = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + part.length - length);
      part.set(taken, length);
      length += taken.length;
      from += taken.length;
      if (length < part.length) continue;
      const end = lastEnd(part);
      if (end === 0 && length > LONGEST_RECORD) throw new Undivided("a record is too long");
      const rest = part.subarray(end);
      if (end > 0) yield part.subarray(0, end);
      part = shared(end > 0 ? Math.max(size, 2 * rest.length) : 2 * length);
      part.set(rest);
      length = rest.length;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

function shared(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size));
}

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

const lastLineEnd: LastEnd = (bytes) => bytes.lastIndexOf(NEW_LINE) + 1;

/**
 * Finds the ends of the records that `CsvParser` would read. The bytes are of an encoding in which ASCII is as it is.
 *
 * @throws {@link Undivided} for a dialect whose marks are not ASCII
 */
function lastCsvEnd({ delimiter, comment = "", hasReturns }: CsvDialect): LastEnd {
  const separator = delimiter.charCodeAt(0);
  const mark = Buffer.from(comment);
  if (separator >= 0x80 || separator === QUOTE || mark.some((byte) => byte >= 0x80)) {
    throw new Undivided("the delimiter or the comment is not ASCII");
  }

  /** Where the line end at a place ends: there if it is none; `undefined` if more of it may follow. */
  function lineEnd(bytes: Buffer, at: number): number | undefined {
    if (bytes[at] === NEW_LINE) return at + 1;
    if (at + 1 === bytes.length) return undefined;
    if (bytes[at + 1] === NEW_LINE) return at + 2;
    return hasReturns ? at + 1 : at;
  }

  /** Where the record or the comment ends that begins at a place; `undefined` if more of it may follow. */
  function recordEnd(bytes: Buffer, from: number): number | undefined {
    const isComment = mark.length > 0 && bytes.subarray(from, from + mark.length).equals(mark);
    for (let at = from; ; at++) {
      if (bytes[at] === QUOTE && !isComment) {
        const closing = closingQuote(bytes, at + 1);
        if (closing < 0) return undefined;
        at = closing + 1;
      }
      let byte = bytes[at];
      while (byte !== NEW_LINE && byte !== RETURN && (byte !== separator || isComment)) {
        if (byte === undefined) return undefined;
        byte = bytes[++at];
      }
      if (byte === separator) continue;
      const end = lineEnd(bytes, at);
      // Another carriage return is a mistake in a record.
      if (end !== at) return end;
    }
  }

  return (bytes) => {
    if (mark.length === 0 && !hasReturns && !bytes.includes(QUOTE)) return lastLineEnd(bytes);
    for (let end = 0; ; ) {
      const next = end < bytes.length ? recordEnd(bytes, end) : undefined;
      if (next === undefined) return end;
      end = next;
    }
  };
}

/** Where the quote is that ends a cell; -1 if there is none. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0 || bytes[at + 1] !== QUOTE) return at;
  }
}
