import { WORD } from "./byte-sink.ts";

/** From this many bytes on, the engine's own copying is faster. */
const MANY = 256;

// Words of eight bytes are copied as numbers, which is several times as fast as byte by byte. Only the bits of NaN may
// change when a number is copied. The last two bytes of a NaN, written with the least byte first, are 0xf0 or more, and
// 0x7f or 0xff; these never follow each other in UTF-8.

/** Copies UTF-8; returns the place after it. */
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

/** The same if both sides have a word after the bytes, which may be read on one side and overwritten on the other. */
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
