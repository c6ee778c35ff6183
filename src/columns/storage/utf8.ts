import { ColumnsError } from "../columns-error.ts";

interface Encoder {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** The parts of the platform that are used here. Portable code is compiled without the platform's types. */
interface Platform {
  readonly TextEncoder: new () => Encoder;
  readonly TextDecoder: new (
    encoding: string,
    options: { readonly ignoreBOM: boolean; readonly fatal?: boolean },
  ) => Decoder;
}

const platform = globalThis as Partial<Platform>;

let encoder: Encoder | undefined;
let decoder: Decoder | undefined;
let strictDecoder: Decoder | undefined;

function needed<T>(made: T | undefined): T {
  /* v8 ignore next -- every platform that the tests run on has both */
  if (made === undefined) throw new ColumnsError("there is no TextEncoder and TextDecoder here");
  return made;
}

/** Writes as much of a well-formed text as there is room for from `at` on. */
export function writeUtf8(
  text: string,
  into: Uint8Array,
  at: number,
): ReturnType<Encoder["encodeInto"]> {
  encoder ??= new (needed(platform.TextEncoder))();
  return encoder.encodeInto(text, into.subarray(at));
}

export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  writeUtf8(text, bytes, 0);
  return bytes;
}

export function textOfUtf8(bytes: Uint8Array): string {
  // A byte order mark at the beginning is a part of the text.
  decoder ??= new (needed(platform.TextDecoder))("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** The text; `undefined` if the bytes are not UTF-8. */
export function strictTextOfUtf8(bytes: Uint8Array): string | undefined {
  strictDecoder ??= new (needed(platform.TextDecoder))("utf-8", { ignoreBOM: true, fatal: true });
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes a well-formed text takes. */
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
