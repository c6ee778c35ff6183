import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { ArrowTable } from "../../../backends/arrow-layout/arrow-data.ts";
import type { AllocateBuffer } from "../../../backends/columns/storage/memory.ts";
import type { TimeSlice } from "../time-slice.ts";
import { ByteSum, isNote, NOTE_LENGTH } from "./byte-sum.ts";
import { dataError } from "./data-error.ts";
import {
  type Arrow,
  batchCount,
  endsAsStream,
  FILE_MAGIC,
  isBatch,
  requireAllBatches,
} from "./read-arrow.ts";

/** The most bytes that a system call reads. */
const MOST_AT_ONCE = 1 << 30;
/** Bytes added to the checksum at a time. */
const CHUNK_BYTES = 1 << 22;
/** The end of a file: the footer's length and the magic bytes. */
const TAIL = 10;

/** The bytes of an Arrow file, and a string that identifies them. */
interface WholeArrow {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/**
 * Reads a whole Arrow file.
 *
 * @param memory allocates the buffer
 * @throws {@link StoreError} if the checksum does not match
 */
export async function readWholeArrow(
  file: FileHandle,
  name: string,
  memory: AllocateBuffer,
  slice: TimeSlice,
): Promise<WholeArrow> {
  const { size } = await file.stat();
  const bytes = new Uint8Array(memory(size));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, Math.min(MOST_AT_ONCE, size - at), at);
    if (bytesRead === 0) throw new Error("it was cut off");
    at += bytesRead;
    if (slice.shouldYield()) await slice.yield();
  }
  const sum = new ByteSum();
  const add = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += CHUNK_BYTES) {
      sum.add(bytes.subarray(at, Math.min(at + CHUNK_BYTES, to)));
      if (slice.shouldYield()) await slice.yield();
    }
  };
  const noteAt = offsetOfNote(bytes);
  if (noteAt !== undefined) {
    await add(0, noteAt);
    if (Buffer.compare(bytes.subarray(noteAt, noteAt + NOTE_LENGTH), sum.note()) !== 0) {
      const problem = "it is corrupt: its bytes are not those that were written";
      throw dataError(name, undefined, problem);
    }
  }
  await add(noteAt ?? 0, size);
  return { bytes, version: sum.text };
}

/** The offset of the checksum note, which a file may have before its footer. */
function offsetOfNote(bytes: Uint8Array): number | undefined {
  if (!isFile(bytes) || bytes.length < TAIL) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = bytes.length - TAIL - view.getInt32(bytes.length - TAIL, true) - NOTE_LENGTH;
  return at >= 0 && isNote(bytes.subarray(at, at + NOTE_LENGTH)) ? at : undefined;
}

function isFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, FILE_MAGIC.length)).toString("latin1") === FILE_MAGIC;
}

/** A file or a stream as a table with arrays that are views of the bytes. */
export function tableOf(arrow: Arrow, bytes: Uint8Array): ArrowTable {
  if (!isFile(bytes) && !endsAsStream(bytes.subarray(0, 4), bytes))
    throw new Error("it was cut off");
  const reader = arrow.RecordBatchReader.from(bytes).open();
  // The reader forgets both at its end.
  const { schema } = reader;
  const count = batchCount(reader);
  const batches = [...reader];
  requireAllBatches(batches.filter((batch) => isBatch(arrow, batch)).length, count);
  return { schema, batches };
}
