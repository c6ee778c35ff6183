import { WORD } from "./byte-sink.ts";

/** The engine's own copying is faster from this number of bytes. */
const MANY = 256;

// Copying eight bytes as a float is several times as fast as copying single bytes. Only the bits of a NaN may change in
// a copy. In little-endian order, the last two bytes of a NaN are 0xf0 or more and 0x7f or 0xff; UTF-8 has no such
// sequence.

/** Copies UTF-8; returns the offset after it. */
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
  for (let source = start, target = at; source < last; source += WORD, target += WORD) {
    into.setFloat64(target, from.getFloat64(source, true), true);
  }
  // The last word overlaps the one before.
  into.setFloat64(at + length - WORD, from.getFloat64(last, true), true);
  return at + length;
}

/** Like `copyBytes`, but reads and overwrites up to a word after the bytes: both sides need that room. */
export function copyWords(
  from: DataView,
  start: number,
  end: number,
  into: DataView,
  at: number,
): number {
  if (end - start >= MANY) return copyMany(from, start, end, into, at);
  for (let source = start, target = at; source < end; source += WORD, target += WORD) {
    into.setFloat64(target, from.getFloat64(source, true), true);
  }
  return at + end - start;
}

function copyMany(from: DataView, start: number, end: number, into: DataView, at: number): number {
  const bytes = new Uint8Array(from.buffer, from.byteOffset + start, end - start);
  new Uint8Array(into.buffer, into.byteOffset).set(bytes, at);
  return at + end - start;
}
