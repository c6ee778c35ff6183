import { setTimeout as sleep } from "node:timers/promises";
import type { Schema } from "../../schema/index.ts";
import { needKey } from "../files/file-schema.ts";
import { openFile } from "../files/read-file.ts";
import { readValues } from "../files/read-values.ts";
import { RecordPlaces } from "../files/record-places.ts";
import { StoreError } from "../store.ts";
import { contentVersion, type FileState, stateOfFile, stateOfPath } from "./file-state.ts";
import type { MemoryTable } from "./memory-table.ts";
import { TableBuilder } from "./table-builder.ts";
import { TimeSlice } from "./time-slice.ts";

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
 * Reads a whole file into memory. If somebody writes to the file meanwhile, it is read again.
 *
 * @throws {@link StoreError}; also if the file never stays the same for as long as reading it takes.
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

/** Returns `undefined` if the file changed meanwhile: an error in it is then ignored too. */
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
      const { schema, unit, batches } = await readValues(file, path, options, signal);
      const builder = new TableBuilder(schema, needKey(schema, path));
      const places = new RecordPlaces();
      for await (const batch of batches) {
        builder.add(batch.columns);
        places.add(batch.places);
      }
      const version = await contentVersion(file, JSON.stringify(schema), signal);
      const slice = new TimeSlice(() => signal.throwIfAborted());
      const placeOf = (row: number): string => `${path}, ${unit} ${places.at(row)}`;
      const table = await builder.finish(version, placeOf, slice);
      return (await isSame()) ? { table, state } : undefined;
    } catch (error) {
      if (signal.aborted || (await isSame())) throw error;
      return undefined;
    }
  } finally {
    await file.close();
  }
}
