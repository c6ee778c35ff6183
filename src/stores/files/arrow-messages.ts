import { Buffer } from "node:buffer";
import { type Block, blocksOfFooter, DICTIONARY, RECORDS, readMessage } from "./arrow-metadata.ts";
import type { Bytes } from "./bytes.ts";

/** Reads bytes at a place. */
export type Read = (
  into: Uint8Array,
  at: number,
  length: number,
  from: number,
) => Promise<{ readonly bytesRead: number; readonly buffer: Uint8Array }>;

/** The end of a file: the length of its footer, and the mark. */
const TAIL = 10;
/** The mark, padded, and the tail: there is no smaller file. */
const LEAST = 8 + TAIL;
const CONTINUED = -1;

/** Where the parts of a file or of a stream are. */
export interface FileParts {
  /** The messages that bring values, in the order in which they lie there. */
  readonly blocks: readonly Block[];
  /** Where the footer begins, or the end of a stream. */
  readonly footer: number;
}

type BytesAt = (from: number, length: number) => Promise<Buffer>;

function reading(read: Read): BytesAt {
  return async (from, length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await read(bytes, at, length - at, from + at);
      if (bytesRead === 0) throw new Error("it was cut off");
      at += bytesRead;
    }
    return bytes;
  };
}

/**
 * Checks the footer of a file and the messages that it names: that they are whole and lie one after another, so that
 * reading all of them reads the file once.
 *
 * @throws `Error` if they are damaged
 */
export async function checkFile(size: number, read: Read): Promise<FileParts> {
  const bytesAt = reading(read);
  if (size < LEAST) throw new Error("it was cut off");
  const length = (await bytesAt(size - TAIL, 4)).readInt32LE(0);
  const footer = size - TAIL - length;
  if (length <= 0 || footer < LEAST - TAIL) throw new Error("it has no footer");
  const blocks = [...blocksOfFooter(await bytesAt(footer, length))];
  blocks.sort((a, b) => a.offset - b.offset);
  for (const [index, block] of blocks.entries()) {
    const end = blocks[index + 1]?.offset ?? footer;
    if (block.offset + Math.max(block.length, HEAD) > end) throw new Error(OVERLAP);
    const { kind } = await messageAt(block.offset, end, bytesAt);
    // The package would look for a batch of records in the same place for ever.
    if (kind !== block.kind) throw new Error("a message is not of the kind that the footer tells");
  }
  return { blocks, footer };
}

/**
 * Checks the messages of a stream that a file holds.
 *
 * @throws `Error` if they are damaged, and if a dictionary comes after records, which stands for those after it only
 */
export async function checkStreamFile(size: number, read: Read): Promise<FileParts> {
  const bytesAt = reading(read);
  const blocks: Block[] = [];
  for (let offset = 0; ; ) {
    const head = await bytesAt(offset, HEAD);
    if (head.readInt32LE(0) === CONTINUED && head.readInt32LE(4) === 0) {
      return { blocks, footer: offset };
    }
    const { kind, length } = await messageAt(offset, size, bytesAt);
    if (offset > 0) {
      if (kind === DICTIONARY && blocks.at(-1)?.kind === RECORDS) {
        throw new Error("a dictionary comes after records");
      }
      blocks.push({ kind, offset, length });
    }
    offset += length;
  }
}

/** The mark of a message, and the length of its metadata. */
const HEAD = 8;
const OVERLAP = "its parts lie over each other";

/** The kind of a message, and its length, which does not go beyond an end. */
async function messageAt(
  offset: number,
  end: number,
  bytesAt: BytesAt,
): Promise<Pick<Block, "kind" | "length">> {
  const head = await bytesAt(offset, HEAD);
  const isContinued = head.readInt32LE(0) === CONTINUED;
  const from = offset + (isContinued ? 8 : 4);
  const length = head.readInt32LE(isContinued ? 4 : 0);
  if (length <= 0 || from + length > end) throw new Error(OVERLAP);
  const { kind, body } = readMessage(await bytesAt(from, length));
  const to = from + length + body;
  if (to > end) throw new Error(OVERLAP);
  return { kind, length: to - offset };
}

/** The metadata of a message are never so long. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The same bytes of a stream, whose messages are checked before they are passed on.
 *
 * @throws `Error` if they are damaged, or if the stream does not end with the mark of its end: without that, a stream
 * that was cut off between two batches would look whole.
 */
export async function* checkedStream(bytes: Bytes): Bytes {
  const pieces = new Pieces(bytes);
  try {
    for (;;) {
      const head = [await pieces.take(4)];
      if (lengthIn(head) === CONTINUED) head.push(await pieces.take(4));
      const length = lengthIn(head);
      if (length === 0) {
        yield Buffer.concat(head);
        break;
      }
      if (length < 0 || length > LONGEST) {
        throw new Error(`${length} is not the length of a message`);
      }
      const metadata = await pieces.take(length);
      const { body } = readMessage(metadata);
      yield Buffer.concat([...head, metadata]);
      yield* pieces.pass(body);
    }
    if (!(await pieces.isOver())) throw new Error("there are bytes after its end");
  } finally {
    await pieces.close();
  }
}

function lengthIn(head: readonly Buffer[]): number {
  return head.at(-1)?.readInt32LE(0) ?? 0;
}

/** Bytes of a stream by their count. */
class Pieces {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(bytes: Bytes) {
    this.#iterator = bytes[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const piece of this.pass(count)) taken.push(piece);
    return Buffer.concat(taken);
  }

  async *pass(count: number): Bytes {
    for (let left = count; left > 0; ) {
      if (await this.isOver()) throw new Error("the Arrow stream has no end: it was cut off");
      const passed = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(passed.length);
      left -= passed.length;
      yield passed;
    }
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  /** Whether there are no more bytes. */
  async isOver(): Promise<boolean> {
    while (this.#piece.length === 0) {
      const next = await this.#iterator.next();
      if (next.done === true) return true;
      this.#piece = next.value;
    }
    return false;
  }
}
