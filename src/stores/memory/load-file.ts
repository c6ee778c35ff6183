import { setTimeout as sleep } from "node:timers/promises";
import type { Schema } from "../../schema/index.ts";
import { needKey } from "../files/file-schema.ts";
import { openFile, type RecordFile, recordsOf } from "../files/read-file.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import { contentVersion, type FileState, stateOfFile, stateOfPath } from "./file-state.ts";
import { type MemoryTable, makeTable } from "./memory-table.ts";
import { Pace } from "./pace.ts";

/** A file's records, and what the file was when they were read. */
export interface LoadedFile {
  readonly table: MemoryTable;
  readonly state: FileState;
}

export interface LoadOptions {
  readonly schema?: Schema;
  readonly key?: string;
}

/** How long to wait, in milliseconds, before a file is read again that changed while it was read. */
const WAITS = [50, 100, 200, 400, 800, 1600] as const;

/**
 * Reads a file whole into memory: never half of it, where somebody writes to it meanwhile.
 *
 * @throws {@link StoreError}; also where the file never stays the same for as long as reading it takes.
 */
export async function loadFile(
  path: string,
  options: LoadOptions,
  signal: AbortSignal,
): Promise<LoadedFile> {
  for (const wait of [...WAITS, undefined]) {
    const loaded = await tryLoad(path, options, signal);
    if (loaded !== undefined) return loaded;
    if (wait !== undefined) await sleep(wait, undefined, { signal, ref: true });
  }
  throw new StoreError("unavailable", `${path}: the file changes all the time while it is read`);
}

/** `undefined` where the file changed meanwhile: then what was wrong with it is nothing either. */
async function tryLoad(
  path: string,
  options: LoadOptions,
  signal: AbortSignal,
): Promise<LoadedFile | undefined> {
  const file = await openFile(path);
  try {
    const state = await stateOfFile(file);
    const isSame = async (): Promise<boolean> =>
      (await stateOfFile(file)) === state && (await stateOfPath(path)) === state;
    try {
      const records = await recordsOf(file, path, { ...options, isKept: true }, signal);
      const reading = JSON.stringify(records.schema);
      const content = await gather(records, path);
      const version = await contentVersion(file, reading, signal);
      const key = needKey(records.schema, path);
      const table = await makeTable(
        { schema: records.schema, key, version, ...content },
        new Pace(() => signal.throwIfAborted()),
      );
      return (await isSame()) ? { table, state } : undefined;
    } catch (error) {
      if (signal.aborted || (await isSame())) throw error;
      return undefined;
    }
  } finally {
    await file.close();
  }
}

async function gather(
  { batches, unit }: Omit<RecordFile, "close">,
  path: string,
): Promise<{
  readonly records: readonly StoreRecord[];
  readonly placeOf: (index: number) => string;
}> {
  const all: StoreRecord[] = [];
  const allPlaces: number[] = [];
  for await (const { records, places } of batches) {
    for (const record of records) all.push(record);
    for (const place of places) allPlaces.push(place);
  }
  return { records: all, placeOf: (index) => `${path}, ${unit} ${allPlaces[index] ?? 0}` };
}
