import { ColumnsError } from "../columns-error.ts";

interface TextEncoderLike {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** The functions of Node's `Buffer` that are used here. */
interface NodeBytes {
  readonly Buffer: {
    from(memory: ArrayBufferLike, at: number, length: number): { indexOf(byte: number): number };
  };
  isAscii(bytes: Uint8Array): boolean;
}

/** The platform APIs that are used here. Portable code is compiled without the platform's types. */
interface Platform {
  readonly TextEncoder: new () => TextEncoderLike;
  readonly TextDecoder: new (
    encoding: string,
    options: { readonly ignoreBOM: boolean; readonly fatal?: boolean },
  ) => Decoder;
}

const platform = globalThis as Partial<Platform> & {
  readonly process?: { getBuiltinModule?: (name: string) => NodeBytes | undefined };
};

/** Ten times as fast as a loop over the bytes. Other platforms may have the module without all of its functions. */
const ofNode = platform.process?.getBuiltinModule?.("node:buffer");

let encoder: TextEncoderLike | undefined;
let decoder: Decoder | undefined;
let strictDecoder: Decoder | undefined;

function needed<T>(made: T | undefined): T {
  /* v8 ignore next -- every platform that the tests run on has both */
  if (made === undefined) throw new ColumnsError("there is no TextEncoder and TextDecoder here");
  return made;
}

/** Encodes a well-formed text from offset `at` on, as far as it fits. */
export function writeUtf8(
  text: string,
  into: Uint8Array,
  at: number,
): ReturnType<TextEncoderLike["encodeInto"]> {
  encoder ??= new (needed(platform.TextEncoder))();
  return encoder.encodeInto(text, into.subarray(at));
}

export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  writeUtf8(text, bytes, 0);
  return bytes;
}

export function textOfUtf8(bytes: Uint8Array): string {
  // A leading byte order mark is part of the text.
  decoder ??= new (needed(platform.TextDecoder))("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** Decodes bytes; `undefined` if they are not UTF-8. */
export function strictTextOfUtf8(bytes: Uint8Array): string | undefined {
  strictDecoder ??= new (needed(platform.TextDecoder))("utf-8", { ignoreBOM: true, fatal: true });
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether all bytes are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  /* v8 ignore next -- Node has it */
  return ofNode?.isAscii?.(bytes) ?? isAsciiInWords(bytes);
}

/** Portable form of {@link isAscii}. */
export function isAsciiInWords(bytes: Uint8Array): boolean {
  const { words, rest } = wordsOf(bytes);
  let all = 0;
  for (let index = 0; index < words.length; index++) all |= words[index] as number;
  for (const some of rest) for (const byte of some) all |= byte;
  return (all & 0x80808080) === 0;
}

/** Splits bytes into aligned 32-bit words and the few bytes before and after them. */
export function wordsOf(bytes: Uint8Array): {
  readonly words: Uint32Array;
  readonly rest: readonly Uint8Array[];
} {
  const { buffer, byteOffset, length } = bytes;
  const head = -byteOffset & 3;
  if (length < head + 4) return { words: new Uint32Array(0), rest: [bytes] };
  const words = new Uint32Array(buffer, byteOffset + head, (length - head) >> 2);
  return { words, rest: [bytes.subarray(0, head), bytes.subarray(head + 4 * words.length)] };
}

/** Whether a byte is 0. */
export function hasZero(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes;
  /* v8 ignore next -- Node has it */
  const found = ofNode?.Buffer?.from(buffer, byteOffset, length).indexOf(0) ?? bytes.indexOf(0);
  return found >= 0;
}

/** The number of bytes of a well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair takes four bytes, so each half counts for two.
    length += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return length;
}
