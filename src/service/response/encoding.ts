import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";

/** A way to compress answers. */
interface Encoder {
  /** Compresses a whole answer at once. */
  readonly whole: (bytes: Buffer) => Promise<Buffer>;
  readonly stream: () => Transform & { flush(): void };
}

const { constants } = zlib;

// The usual quality of 11 takes a hundred times as long, and saves a tenth of the size. The usual window of 4 MB takes
// 16 MB of memory for each answer that is streamed. A small window is enough, since records are much alike.
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

/** Whether this version of Node has Zstandard. It is there from 22.15 on. */
function hasZstd(module: object): module is Zstd {
  return "zstdCompress" in module && "createZstdCompress" in module;
}

function zstdEncoder(): { readonly zstd?: Encoder } {
  if (!hasZstd(zlib)) return {};
  const { zstdCompress, createZstdCompress } = zlib;
  return { zstd: { whole: promisify<Buffer, Buffer>(zstdCompress), stream: createZstdCompress } };
}

/** The encoders by their names in `Accept-Encoding`, in the order of our preference. */
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
