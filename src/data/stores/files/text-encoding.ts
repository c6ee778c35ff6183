import { Buffer } from "node:buffer";
import { type Bytes, peek } from "./bytes.ts";
import { InvalidText } from "./invalid-text.ts";
import { utf8Chunks } from "./text-chunks.ts";

/** The supported encodings. */
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

/** The encoding of a text file. */
export type TextEncoding = (typeof ENCODINGS)[number];

/**
 * Decodes bytes to chunks of text, without the byte order mark.
 *
 * @param given the encoding; by default, UTF-8 or the encoding of the byte order mark
 * @throws {@link InvalidText}
 */
export async function* textChunks(
  bytes: Bytes,
  given: TextEncoding | undefined,
): AsyncIterable<string> {
  if (given === "windows-1252") {
    for await (const chunk of bytes) yield windows1252(chunk);
    return;
  }
  const { head, all } = await peek(bytes, 2);
  const mark = utf16MarkOf(head);
  if (given !== undefined && mark !== undefined && mark !== given) {
    throw new InvalidText(
      `the file is ${mark.toUpperCase()} by its first bytes, and not ${given.toUpperCase()}`,
    );
  }
  const encoding = given ?? mark ?? "utf-8";
  if (encoding === "utf-8") yield* utf8Chunks(all);
  else yield* utf16Chunks(all, encoding === "utf-16be");
}

/** The encoding of a UTF-16 byte order mark. */
function utf16MarkOf([first, second]: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

async function* utf16Chunks(bytes: Bytes, isBig: boolean): AsyncIterable<string> {
  let rest = Buffer.alloc(0);
  let offset = 0;
  for await (const next of bytes) {
    const chunk = Buffer.concat([rest, next]);
    let end = chunk.length & ~1;
    // A high surrogate waits for its low surrogate.
    if (end > 0 && isFirstHalf(chunk, end - 2, isBig)) end -= 2;
    rest = Buffer.from(chunk.subarray(end));
    if (end > 0) yield* decoded(chunk.subarray(0, end), isBig, offset);
    offset += end;
  }
  if (rest.length > 0) throw new InvalidText(`the character at ${offset} is not whole in UTF-16`);
}

function isFirstHalf(bytes: Buffer, at: number, isBig: boolean): boolean {
  const unit = isBig ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Yields the text before an invalid character, and then throws. */
function* decoded(bytes: Buffer, isBig: boolean, offset: number): Generator<string> {
  const whole = (isBig ? Buffer.from(bytes).swap16() : bytes).toString("utf16le");
  const text = offset === 0 && whole.startsWith("\uFEFF") ? whole.slice(1) : whole;
  const wrong = text.search(/\p{Surrogate}/u);
  if (wrong < 0) {
    yield text;
    return;
  }
  if (wrong > 0) yield text.slice(0, wrong);
  const position = offset + 2 * (wrong + whole.length - text.length);
  throw new InvalidText(`the character at ${position} is half of a pair in UTF-16`);
}

/** The characters of the bytes from 0x80 to 0x9F; the others are those of Latin-1. Five of the bytes are unassigned. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function windows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(/[\u0080-\u009f]/g, (character) =>
    HIGH.charAt(character.charCodeAt(0) - 0x80),
  );
}
