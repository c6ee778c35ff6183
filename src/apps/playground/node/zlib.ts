import { compressors } from "hyparquet-compressors";

// Browsers decompress gzip streams themselves. Pages of Parquet are decompressed in JavaScript.

/** Decompresses gzip; used with `pipeline`. */
export function createGunzip(): TransformStream<Uint8Array, Uint8Array> {
  return new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>;
}

/** Called for a Zstandard file, which is not supported. */
export function createZstdDecompress(): never {
  throw new Error("a browser cannot decompress Zstandard: decompress the file with zstd -d first");
}

interface Bounded {
  readonly maxOutputLength: number;
}

export function gunzipSync(bytes: Uint8Array, { maxOutputLength }: Bounded): Uint8Array {
  return compressors.GZIP?.(bytes, maxOutputLength) ?? bytes;
}

export function brotliDecompressSync(bytes: Uint8Array, { maxOutputLength }: Bounded): Uint8Array {
  return compressors.BROTLI?.(bytes, maxOutputLength) ?? bytes;
}
