import { snappyUncompress as uncompressInto } from "hyparquet/src/index.js";

// Snappy in JavaScript, since the page's policy forbids WebAssembly.

export function snappyUncompress(bytes: Uint8Array, length: number): Uint8Array {
  const plain = new Uint8Array(length);
  uncompressInto(bytes, plain);
  return plain;
}

export function snappyUncompressor(): typeof snappyUncompress {
  return snappyUncompress;
}
