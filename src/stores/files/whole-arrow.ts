import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { RecordBatch } from "apache-arrow";
import type { ArrowTable } from "../../binary/arrow-data.ts";
import type { Memory } from "../../columns/storage/memory.ts";
import type { TimeSlice } from "../time-slice.ts";
import { checkFile, checkStreamFile, type FileParts, type Read } from "./arrow-messages.ts";
import { DICTIONARY } from "./arrow-metadata.ts";
import { ByteSum, isNote, NOTE_LENGTH } from "./byte-sum.ts";
import { dataError } from "./data-error.ts";
import { type Arrow, arrowPackage, FILE_MAGIC, placesOf } from "./read-arrow.ts";
import { ArrowPieces } from "./write-arrow.ts";

/** So many parts are read while another is looked at. */
const AHEAD = 2;
/** A system reads at most so many bytes at once. */
const MOST_AT_ONCE = 1 << 30;
/** So many bytes are summed before others have their turn. */
const PIECE = 1 << 22;

/** An Arrow file as a table, and a text that stands for its bytes. */
interface WholeArrow {
  readonly table: ArrowTable;
  readonly version: string;
}

/**
 * Reads all of an Arrow file. The arrays of the table are parts of the memory that the file is read to.
 *
 * @param memory makes the memory
 * @throws {@link StoreError} if the bytes are not those that were written, and whatever the package throws for a file that
 * is damaged in another way
 */
export async function readWholeArrow(
  file: FileHandle,
  name: string,
  memory: Memory,
  slice: TimeSlice,
): Promise<WholeArrow> {
  const { size } = await file.stat();
  const { isFile, ...parts } = await partsOf(file, size);
  // The package is loaded while the file is read.
  const loading = arrowPackage();
  loading.catch(() => undefined);
  const { pieces, sum, isDamaged } = await readPieces(file, piecesOf(parts, size), memory, slice);
  const arrow = await loading;
  if (isDamaged) {
    throw dataError(name, undefined, "it is damaged: its bytes are not those that were written");
  }
  const messages = messagesOf(parts).map((offset) => pieces.get(offset));
  const schema = isFile ? await schemaMessage(arrow, file, size) : pieces.get(0);
  const table = await tableOf(
    arrow,
    [schema, ...messages].filter((bytes) => bytes !== undefined),
  );
  return { table, version: sum };
}

/** Where the messages with values are, those of dictionaries first. */
function messagesOf({ blocks }: FileParts): readonly number[] {
  const first = blocks.filter(({ kind }) => kind === DICTIONARY);
  const others = blocks.filter(({ kind }) => kind !== DICTIONARY);
  return [...first, ...others].map(({ offset }) => offset);
}

async function partsOf(
  file: FileHandle,
  size: number,
): Promise<FileParts & { readonly isFile: boolean }> {
  const read: Read = (into, at, length, from) => file.read(into, at, length, from);
  const { buffer } = await read(Buffer.alloc(FILE_MAGIC.length), 0, FILE_MAGIC.length, 0);
  const isFile = Buffer.from(buffer).toString("latin1") === FILE_MAGIC;
  return { isFile, ...(isFile ? await checkFile(size, read) : await checkStreamFile(size, read)) };
}

/** From where to where a piece of the file goes. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** The file from its beginning to its end; each message with values is a piece, and so is what may be a note. */
function piecesOf({ blocks, footer }: FileParts, size: number): readonly Piece[] {
  const ends = blocks.map(({ offset, length }) => offset + length);
  const note = footer - NOTE_LENGTH;
  const noteAt = note >= Math.max(0, ...ends.slice(-1)) ? [note] : [];
  const cuts = new Set([
    0,
    ...blocks.map(({ offset }) => offset),
    ...ends,
    ...noteAt,
    footer,
    size,
  ]);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((to, index) => ({ from: sorted[index] as number, to }));
}

/** Reads pieces, several at a time, and sums their bytes in their order. */
async function readPieces(
  file: FileHandle,
  pieces: readonly Piece[],
  memory: Memory,
  slice: TimeSlice,
) {
  const sum = new ByteSum();
  const read = new Map<number, Uint8Array>();
  let isDamaged = false;
  const reading: Promise<Uint8Array>[] = [];
  for (const [index, { from }] of pieces.entries()) {
    while (reading.length < Math.min(pieces.length, index + 1 + AHEAD)) {
      const next = readPiece(file, pieces[reading.length] as Piece, memory);
      // If this ends before it is waited for, nobody else is told.
      next.catch(() => undefined);
      reading.push(next);
    }
    const bytes = await (reading[index] as Promise<Uint8Array>);
    read.set(from, bytes);
    if (bytes.length === NOTE_LENGTH && isNote(bytes)) {
      isDamaged ||= Buffer.compare(bytes, sum.note()) !== 0;
    }
    for (let at = 0; at < bytes.length; at += PIECE) {
      sum.add(bytes.subarray(at, at + PIECE));
      if (slice.isDue()) await slice.turn();
    }
  }
  return { pieces: read, sum: sum.text, isDamaged };
}

async function readPiece(
  file: FileHandle,
  { from, to }: Piece,
  memory: Memory,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(memory(to - from));
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(MOST_AT_ONCE, bytes.length - at);
    const { bytesRead } = await file.read(bytes, at, length, from + at);
    if (bytesRead === 0) throw new Error("it was cut off");
    at += bytesRead;
  }
  return bytes;
}

async function* streamOf(messages: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* messages;
}

/** What a stream ends with. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/** The messages of a stream as a table. The package takes the memory of a stream as it is; that of a file, it would copy. */
async function tableOf(arrow: Arrow, messages: readonly Uint8Array[]): Promise<ArrowTable> {
  const made = await arrow.RecordBatchReader.from(streamOf([...messages, END]));
  const reader = await made.open({ autoDestroy: false });
  const batches: RecordBatch[] = [];
  for await (const batch of reader) batches.push(batch);
  return { schema: reader.schema, batches };
}

/** The message with the schema of a file, which only its footer needs to have. */
async function schemaMessage(arrow: Arrow, file: FileHandle, size: number): Promise<Uint8Array> {
  const given: unknown = placesOf(size, (into, at, length, from) =>
    file.read(into, at, length, from),
  );
  const made = await arrow.RecordBatchReader.from(given as FileHandle);
  const { schema } = await made.open({ autoDestroy: false });
  return new ArrowPieces(arrow, "stream", schema).take();
}
