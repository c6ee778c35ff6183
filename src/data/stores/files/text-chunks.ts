import { Buffer, isUtf8 } from "node:buffer";
import type { Bytes } from "./bytes.ts";
import { InvalidText } from "./invalid-text.ts";

/**
 * Decodes UTF-8 bytes to chunks of text, without the byte order mark. The text before an invalid byte is yielded before
 * the error is thrown.
 *
 * @throws {@link InvalidText}
 */
export async function* utf8Chunks(bytes: Bytes): AsyncIterable<string> {
  let rest: Uint8Array = Buffer.alloc(0);
  let offset = 0;
  let isStart = true;
  for await (const next of bytes) {
    const chunk = Buffer.concat([rest, next]);
    if (isStart && chunk.length < 3) {
      rest = chunk;
      continue;
    }
    const mark = isStart ? markLength(chunk) : 0;
    isStart = false;
    const end = chunk.length - openLength(chunk);
    const text = chunk.subarray(mark, end);
    if (!isUtf8(text)) {
      const valid = validLength(text);
      if (valid > 0) yield text.toString("utf8", 0, valid);
      throw invalid(offset + mark + valid, chunk[mark + valid]);
    }
    if (text.length > 0) yield text.toString("utf8");
    offset += end;
    rest = chunk.subarray(end);
  }
  if (rest.length === 0) return;
  const text = rest.subarray(isStart ? markLength(rest) : 0);
  if (!isUtf8(text)) throw invalid(offset, text[0]);
  yield Buffer.from(text).toString("utf8");
}

function invalid(offset: number, byte = 0): InvalidText {
  const shown = byte.toString(16).padStart(2, "0").toUpperCase();
  const advice = "if the file has another encoding, give it, such as windows-1252";
  return new InvalidText(`the byte 0x${shown} at ${offset} is not UTF-8; ${advice}`);
}

/** Whether bytes begin with the byte order mark of UTF-8. */
function hasUtf8Mark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function markLength(bytes: Uint8Array): number {
  return hasUtf8Mark(bytes) ? 3 : 0;
}

/** The number of bytes at the end that begin an incomplete character. */
function openLength(chunk: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= chunk.length; back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** The length of the longest prefix that is valid UTF-8. */
function validLength(chunk: Uint8Array): number {
  let valid = 0;
  let wrong = chunk.length;
  while (valid < wrong) {
    const middle = (valid + wrong + 1) >> 1;
    const head = chunk.subarray(0, middle);
    if (isUtf8(head.subarray(0, middle - openLength(head)))) valid = middle;
    else wrong = middle - 1;
  }
  return valid - openLength(chunk.subarray(0, valid));
}
