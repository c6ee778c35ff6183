import { Buffer, isUtf8 } from "node:buffer";
import type { Bytes } from "./bytes.ts";

/** Bytes that are no UTF-8. Whoever reads knows the line, and says it. */
export class InvalidUtf8 extends Error {
  override readonly name = "InvalidUtf8";

  constructor(problem: string) {
    super(problem);
  }
}

/**
 * The same bytes in pieces that are UTF-8 each, without the mark that may stand before. What is valid before a wrong byte is
 * handed over first.
 *
 * @throws {@link InvalidUtf8}
 */
export async function* utf8Pieces(bytes: Bytes): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let isStart = true;
  for await (const next of bytes) {
    const piece = rest.length === 0 ? toBuffer(next) : Buffer.concat([rest, next]);
    if (isStart && piece.length < 3) {
      rest = piece;
      continue;
    }
    const mark = isStart ? markLength(piece) : 0;
    isStart = false;
    const end = piece.length - openLength(piece);
    const text = piece.subarray(mark, end);
    if (!isUtf8(text)) {
      const valid = validLength(text);
      if (valid > 0) yield text.subarray(0, valid);
      throw invalid(offset + mark + valid, piece[mark + valid]);
    }
    if (text.length > 0) yield text;
    offset += end;
    rest = piece.subarray(end);
  }
  if (rest.length === 0) return;
  const text = isStart ? rest.subarray(markLength(rest)) : rest;
  if (!isUtf8(text)) throw invalid(offset, text[0]);
  yield text;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function invalid(offset: number, byte = 0): InvalidUtf8 {
  const shown = byte.toString(16).padStart(2, "0").toUpperCase();
  return new InvalidUtf8(`the byte 0x${shown} at ${offset} is no UTF-8`);
}

function markLength(piece: Buffer): number {
  const [first, second, third] = piece;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new InvalidUtf8("the file is UTF-16, and has to be UTF-8");
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/** How many bytes at the end begin a character that is not whole yet. */
function openLength(piece: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= piece.length; back++) {
    const byte = piece[piece.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** The length of the longest beginning that is UTF-8. */
function validLength(piece: Uint8Array): number {
  let valid = 0;
  let wrong = piece.length;
  while (valid < wrong) {
    const middle = (valid + wrong + 1) >> 1;
    const head = piece.subarray(0, middle);
    const whole = head.subarray(0, middle - openLength(head));
    if (isUtf8(whole)) valid = middle;
    else wrong = middle - 1;
  }
  return valid - openLength(piece.subarray(0, valid));
}
