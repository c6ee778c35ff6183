import { WORD } from "./byte-sink.ts";

/** From so many bytes on, the engine's own copying is worth its call. */
const MANY = 256;

// Words of eight bytes are copied as numbers, which is several times as fast as byte by byte. No number changes on its way but those
// that are none (NaN): they end, the least byte first, in 0xf0 or more and 0x7f or 0xff, which never follow each other in UTF-8.

/** Copies UTF-8; answers the place behind it. */
export function copyBytes(
  from: DataView,
  start: number,
  end: number,
  into: DataView,
  at: number,
): number {
  const length = end - start;
  if (length >= MANY) return copyMany(from, start, end, into, at);
  if (length < WORD) {
    for (let index = 0; index < length; index++) {
      into.setInt8(at + index, from.getInt8(start + index));
    }
    return at + length;
  }
  const last = end - WORD;
  for (let source = start, place = at; source < last; source += WORD, place += WORD) {
    into.setFloat64(place, from.getFloat64(source, true), true);
  }
  // The last word begins inside the one before.
  into.setFloat64(at + length - WORD, from.getFloat64(last, true), true);
  return at + length;
}

/** The same where a word is there behind the bytes, on both sides, and of the other side is nobody's. */
export function copyWords(
  from: DataView,
  start: number,
  end: number,
  into: DataView,
  at: number,
): number {
  if (end - start >= MANY) return copyMany(from, start, end, into, at);
  for (let source = start, place = at; source < end; source += WORD, place += WORD) {
    into.setFloat64(place, from.getFloat64(source, true), true);
  }
  return at + end - start;
}

function copyMany(from: DataView, start: number, end: number, into: DataView, at: number): number {
  const bytes = new Uint8Array(from.buffer, from.byteOffset + start, end - start);
  new Uint8Array(into.buffer, into.byteOffset).set(bytes, at);
  return at + end - start;
}
