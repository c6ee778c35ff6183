import { Buffer } from "node:buffer";
import { type Bytes, peek } from "./bytes.ts";
import type { CsvDialect } from "./csv-parser.ts";
import { type Division, LONGEST_RECORD, Undivided } from "./raw-file.ts";
import { type TextEncoding, utf16MarkOf } from "./text-encoding.ts";
import { hasUtf8Mark } from "./text-pieces.ts";

/** Returns the end of the last complete record in bytes that begin with a record; 0 if no record is complete. */
type LastEnd = (bytes: Buffer) => number;

/**
 * Splits a text file into parts of about a given size, in shared memory. Each part ends at a record boundary.
 *
 * @param encoding UTF-8 by default
 * @throws {@link Undivided} if the file cannot be split
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
    // A byte order mark is only removed at the start of a file.
    if (hasUtf8Mark(part)) throw new Undivided("a line begins with a byte order mark");
    yield part;
  }
}

/** Skips the first bytes, all of which are in the first chunk. */
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
 * Finds the ends of the records that `CsvParser` would read. The encoding must be an ASCII superset.
 *
 * @throws {@link Undivided} for a dialect with delimiters that are not ASCII
 */
function lastCsvEnd({ delimiter, comment = "", hasReturns }: CsvDialect): LastEnd {
  const separator = delimiter.charCodeAt(0);
  const mark = Buffer.from(comment);
  if (separator >= 0x80 || separator === QUOTE || mark.some((byte) => byte >= 0x80)) {
    throw new Undivided("the delimiter or the comment is not ASCII");
  }

  /** The offset after the line end at `at`, or `at` if there is none; `undefined` if the line end may be incomplete. */
  function lineEnd(bytes: Buffer, at: number): number | undefined {
    if (bytes[at] === NEW_LINE) return at + 1;
    if (at + 1 === bytes.length) return undefined;
    if (bytes[at + 1] === NEW_LINE) return at + 2;
    return hasReturns ? at + 1 : at;
  }

  /** The end of the record or comment that begins at an offset; `undefined` if it may be incomplete. */
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
      // A bare carriage return inside a record is an error.
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

/** The offset of the closing quote; -1 if there is none. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0 || bytes[at + 1] !== QUOTE) return at;
  }
}
