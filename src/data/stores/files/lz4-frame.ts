/** A little-endian 32-bit integer. */
function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

const MAGIC = 0x184d2204;

/** Flags in the frame header: blocks have checksums, the frame has its length, a dictionary is needed. */
const BLOCK_CHECKSUM = 0x10;
const HAS_LENGTH = 0x08;
const HAS_DICTIONARY = 0x01;

/** Flag in a block's length: the block is not compressed. */
const IS_PLAIN = 0x8000_0000;

/** The largest compression ratio of the format. */
const MOST_RATIO = 255;

/**
 * Decompresses an LZ4 frame, as found in Arrow files. Checksums are not verified. Blocks may refer to earlier output.
 *
 * @throws if it is not such a frame
 */
export function decompressLz4Frame(frame: Uint8Array): Uint8Array {
  if (frame.length < 7 || uint32(frame, 0) !== MAGIC) throw new Error("this is not an LZ4 frame");
  const flags = frame[4] ?? 0;
  if ((flags & HAS_DICTIONARY) !== 0) throw new Error("the LZ4 frame needs a dictionary");
  let at = 7 + ((flags & HAS_LENGTH) === 0 ? 0 : 8);
  let output = new Uint8Array(4 * frame.length);
  let length = 0;
  for (;;) {
    if (at + 4 > frame.length) throw new Error("the LZ4 frame is cut off");
    const size = uint32(frame, at);
    at += 4;
    if (size === 0) return output.subarray(0, length);
    const isPlain = size >= IS_PLAIN;
    const end = at + (isPlain ? size - IS_PLAIN : size);
    if (end > frame.length) throw new Error("the LZ4 frame is cut off");
    const block = frame.subarray(at, end);
    const most = length + block.length * (isPlain ? 1 : MOST_RATIO);
    if (most > output.length) {
      const larger = new Uint8Array(Math.max(2 * output.length, most));
      larger.set(output.subarray(0, length));
      output = larger;
    }
    if (isPlain) output.set(block, length);
    length = isPlain ? length + block.length : addBlock(block, output, length);
    at = end + ((flags & BLOCK_CHECKSUM) === 0 ? 0 : 4);
  }
}

/** Decompresses a block into `output` from `start`. Returns the end of the output. */
function addBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let at = 0;
  let length = start;
  const byte = (): number => {
    const value = block[at++];
    if (value === undefined) throw new Error("the LZ4 block is cut off");
    return value;
  };
  /** A count of 15 continues in the bytes that follow, up to the first below 255. */
  const counted = (first: number): number => {
    let count = first;
    if (first < 15) return count;
    for (let more = byte(); ; more = byte()) {
      count += more;
      if (more < 255) return count;
    }
  };
  while (at < block.length) {
    const token = byte();
    const literals = counted(token >> 4);
    if (at + literals > block.length) throw new Error("the LZ4 block is cut off");
    output.set(block.subarray(at, at + literals), length);
    at += literals;
    length += literals;
    if (at === block.length) break;
    const offset = byte() + 256 * byte();
    const count = counted(token & 0xf) + 4;
    if (offset === 0 || offset > length)
      throw new Error("the LZ4 block refers to bytes before its start");
    for (let index = 0; index < count; index++, length++) {
      output[length] = output[length - offset] ?? 0;
    }
  }
  return length;
}
