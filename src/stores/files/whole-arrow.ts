import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { RecordBatch } from "apache-arrow";
import type { ArrowTable } from "../../binary/arrow-data.ts";
import type { Memory } from "../../columns/storage/memory.ts";
import { checkFile, checkStreamFile, type FileParts, type Read } from "./arrow-messages.ts";
import { DICTIONARY } from "./arrow-metadata.ts";
import { ByteSum, isNote, NOTE_LENGTH, type SumBytes } from "./byte-sum.ts";
import { dataError } from "./data-error.ts";
import { type Arrow, arrowPackage, FILE_MAGIC, placesOf } from "./read-arrow.ts";
import { ArrowPieces } from "./write-arrow.ts";

/** So many parts are read while another is looked at. */
const AHEAD = 2;
/** A system reads at most so many bytes at once. */
const MOST_AT_ONCE = 1 << 30;

/** What is made of an Arrow file, and a text that stands for its bytes. */
interface WholeArrow<Made> {
  readonly made: Made;
  readonly version: string;
}

/**
 * Reads all of an Arrow file, and makes something of its table, whose arrays are parts of the memory that the file is read
 * to, and of the messages that it was made of. Meanwhile the bytes are checked: nothing that was made of damaged ones is
 * returned.
 *
 * @param memory makes the memory
 * @throws {@link StoreError} if the bytes are not those that were written, and whatever the package throws for a file that
 * is damaged in another way
 */
export async function readWholeArrow<Made>(
  file: FileHandle,
  name: string,
  memory: Memory,
  sumBytes: SumBytes,
  make: (table: ArrowTable, messages: readonly Uint8Array[]) => Promise<Made>,
): Promise<WholeArrow<Made>> {
  const { size } = await file.stat();
  const { isFile, ...parts } = await partsOf(file, size);
  // The package is loaded while the file is read.
  const loading = arrowPackage();
  loading.catch(() => undefined);
  const check = new SumCheck(name, sumBytes);
  const pieces = await readPieces(file, piecesOf(parts, size), memory, check);
  const making = async (): Promise<Made> => {
    const arrow = await loading;
    const messages = messagesOf(parts).map((offset) => pieces.get(offset));
    const schema = isFile ? await schemaMessage(arrow, file, size) : pieces.get(0);
    const all = [schema, ...messages].filter((bytes) => bytes !== undefined);
    return make(await tableOf(arrow, all), all);
  };
  const [made, checked] = await Promise.allSettled([making(), check.passed()]);
  // Damage is also the reason for other errors.
  if (checked.status === "rejected") throw checked.reason;
  if (made.status === "rejected") throw made.reason;
  return { made: made.value, version: checked.value };
}

/** Sums the bytes of a file in their order, and compares the sum with the note of it. */
class SumCheck {
  readonly #name: string;
  readonly #sumBytes: SumBytes;
  readonly #sum = new ByteSum();
  #isDamaged = false;
  #checking = Promise.resolve();

  constructor(name: string, sumBytes: SumBytes) {
    this.#name = name;
    this.#sumBytes = sumBytes;
  }

  /** Takes the next bytes, which are looked at after those before. */
  add(bytes: Uint8Array): void {
    this.#checking = this.#checking.then(() => this.#check(bytes));
    // If the rest cannot be read, nobody waits for this.
    this.#checking.catch(() => undefined);
  }

  /**
   * Waits for all bytes. Returns a text that stands for them.
   *
   * @throws {@link StoreError} if they are not those that were written
   */
  async passed(): Promise<string> {
    await this.#checking;
    if (!this.#isDamaged) return this.#sum.text;
    const problem = "it is damaged: its bytes are not those that were written";
    throw dataError(this.#name, undefined, problem);
  }

  async #check(bytes: Uint8Array): Promise<void> {
    if (bytes.length === NOTE_LENGTH && isNote(bytes)) {
      this.#isDamaged ||= Buffer.compare(bytes, this.#sum.note()) !== 0;
    }
    await this.#sum.addBy(this.#sumBytes, bytes);
  }
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

/** Reads pieces, several at a time, which are checked in their order. */
async function readPieces(
  file: FileHandle,
  pieces: readonly Piece[],
  memory: Memory,
  check: SumCheck,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const read = new Map<number, Uint8Array>();
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
    check.add(bytes);
  }
  return read;
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
export async function tableOf(arrow: Arrow, messages: readonly Uint8Array[]): Promise<ArrowTable> {
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
