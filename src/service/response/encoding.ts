import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";

/** A way to compress answers. */
interface Encoder {
  /** All at once, for an answer that is at hand. */
  readonly whole: (bytes: Buffer) => Promise<Buffer>;
  readonly stream: () => Transform & { flush(): void };
}

const { constants } = zlib;

// The usual quality of 11 takes a hundred times as long, for a tenth less. The usual window of 4 MB takes 16 MB of memory for each
// answer that is streamed; records repeat themselves within much less.
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_LGBLOCK]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const gzip = { level: 6 };

interface Zstd {
  readonly zstdCompress: typeof zlib.gzip;
  readonly createZstdCompress: () => zlib.Gzip;
}

/** Node has it from 22.15 on. */
function hasZstd(module: object): module is Zstd {
  return "zstdCompress" in module && "createZstdCompress" in module;
}

function zstdEncoder(): { readonly zstd?: Encoder } {
  if (!hasZstd(zlib)) return {};
  const { zstdCompress, createZstdCompress } = zlib;
  return { zstd: { whole: promisify<Buffer, Buffer>(zstdCompress), stream: createZstdCompress } };
}

/** By the names that `Accept-Encoding` has for them, in the order of our preference. */
export const ENCODERS: Readonly<Record<string, Encoder>> = {
  ...zstdEncoder(),
  br: {
    whole: (bytes) => promisify(zlib.brotliCompress)(bytes, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  gzip: {
    whole: (bytes) => promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)(bytes, gzip),
    stream: () => zlib.createGzip(gzip),
  },
};

export const ENCODINGS: readonly string[] = Object.keys(ENCODERS);

/** Shorter answers are not worth compressing. */
export const LEAST_BYTES = 1024;
