/** The approximate size of the first `length` texts in bytes. Engines use one or two per character, and a header. */
export function textBytes(texts: readonly string[], length: number): number {
  let bytes = 0;
  for (let index = 0; index < length; index++) {
    /* v8 ignore next -- the index is in range */
    const text = texts[index] ?? "";
    bytes += 24 + (WIDE.test(text) ? 2 : 1) * text.length;
  }
  return bytes;
}

const WIDE = /[\u0100-\uffff]/;
