import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { RequestContext } from "../request-context.ts";
import { negotiateEncoding } from "./negotiate.ts";

export interface Encoder {
  /** The name in `Accept-Encoding`. */
  readonly name: string;
  /** The memory of a running compressor, in bytes. */
  readonly bytes: number;
  /** Compresses a whole response at once. */
  readonly whole: (bytes: Buffer) => Promise<Buffer>;
  readonly stream: () => Transform & { flush(): void };
}

const { constants } = zlib;
const MB = 1024 * 1024;

// The default quality of 11 takes a hundred times as long, and saves a tenth of the size. The default window of 4 MB
// takes 16 MB of memory for each streamed response. A small window is enough, since records are similar.
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_LGBLOCK]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const gzip = { level: 6 };

interface ZstdCompression {
  readonly zstdCompress: typeof zlib.gzip;
  readonly createZstdCompress: () => zlib.Gzip;
}

/** Whether this version of Node has Zstandard (22.15 or later). */
function hasZstd(module: object): module is ZstdCompression {
  return "zstdCompress" in module && "createZstdCompress" in module;
}

function zstdEncoder(): Encoder | undefined {
  if (!hasZstd(zlib)) return undefined;
  const { zstdCompress, createZstdCompress } = zlib;
  const whole = promisify<Buffer, Buffer>(zstdCompress);
  return { name: "zstd", bytes: 4 * MB, whole, stream: createZstdCompress };
}

/** The encoders in order of preference. */
const ENCODERS: readonly Encoder[] = [
  zstdEncoder(),
  {
    name: "br",
    bytes: MB,
    whole: (bytes: Buffer) => promisify(zlib.brotliCompress)(bytes, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  {
    name: "gzip",
    bytes: MB / 2,
    whole: (bytes: Buffer) => promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)(bytes, gzip),
    stream: () => zlib.createGzip(gzip),
  },
].filter((encoder) => encoder !== undefined);

/**
 * The encoder that the client prefers, among those that memory allows; `undefined` to send the response uncompressed.
 */
export function encoderFor(
  acceptEncoding: string | undefined,
  context: RequestContext,
): Encoder | undefined {
  for (let left = ENCODERS; ; ) {
    const name = negotiateEncoding(
      acceptEncoding,
      left.map((encoder) => encoder.name),
    );
    const encoder = left.find((one) => one.name === name);
    if (encoder === undefined || context.holdEncoder(encoder.bytes)) {
      return encoder;
    }
    left = left.filter((one) => one !== encoder);
  }
}
