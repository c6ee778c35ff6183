import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import { OWN_MEMORY, SHARED_MEMORY } from "../../../backends/columns/storage/memory.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { type Clock, delay, SYSTEM_CLOCK } from "../clock.ts";
import type { PositionUnit } from "../files/data-error.ts";
import { formatOf } from "../files/file-format.ts";
import { needKey } from "../files/file-schema.ts";
import { findFiles } from "../files/find-files.ts";
import { type FileForm, openFile, type ReadOptions } from "../files/read-file.ts";
import { readValues, type ValueFile } from "../files/read-values.ts";
import { RecordOffsets } from "../files/record-offsets.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import { StoreError } from "../store.ts";
import { TimeSlice } from "../time-slice.ts";
import { contentVersion, type FileState, joinedVersion, stateOfPath } from "./file-state.ts";
import { loadArrow } from "./load-arrow.ts";
import { type MemoryTable, searchable } from "./memory-table.ts";
import { TableBuilder } from "./table-builder.ts";

/** The records of files, and the state of the files when they were read. */
export interface LoadedFiles {
  readonly table: MemoryTable;
  readonly state: FileState;
  /** The columns that no field can represent. */
  readonly leftOut: readonly LeftOut[];
}

export interface LoadOptions extends Omit<ReadOptions, "name" | "signal"> {
  /** Threads that search the records. */
  readonly pool?: ScanPool;
  /** @internal */
  readonly clock?: Clock;
  /** @internal Called repeatedly as the reading progresses. */
  readonly onProgress?: () => void;
}

/** Delays, in milliseconds, before a file that changed while it was read is read again. */
const WAITS = [50, 100, 200, 400, 800, 1600] as const;

/**
 * Reads whole files into memory, as one table. If a file is written to at the same time, all are read again.
 *
 * @param patterns the files, as `findFiles` takes them
 * @throws {@link StoreError}, also if the files keep changing
 */
export async function loadFiles(
  patterns: readonly string[],
  options: LoadOptions,
  signal: AbortSignal,
): Promise<LoadedFiles> {
  for (const wait of [...WAITS, undefined]) {
    const loaded = await tryLoad(patterns, options, signal);
    if (loaded !== undefined) return loaded;
    if (wait !== undefined) await delay(wait, signal, options.clock ?? SYSTEM_CLOCK);
  }
  throw new StoreError(
    "unavailable",
    `${patterns.join(", ")}: the file keeps changing while it is read`,
  );
}

/** The files that match the patterns, without duplicates. */
async function pathsOf(patterns: readonly string[]): Promise<readonly [string, ...string[]]> {
  const found = (await Promise.all(patterns.map(findFiles))).flat();
  const [first, ...others] = new Set(found);
  if (first === undefined) throw new StoreError("setup", "no file of records is named");
  return [first, ...others];
}

/** The combined state of all matching files; `undefined` if there are none, or one cannot be read. */
export async function stateOfFiles(patterns: readonly string[]): Promise<FileState | undefined> {
  const paths = await pathsOf(patterns).catch(() => []);
  const states = await Promise.all(paths.map(stateOfPath));
  return states.length === 0 || states.includes(undefined) ? undefined : states.join(" ");
}

/** Returns `undefined` if a file changed in between: any error in it is then ignored. */
async function tryLoad(
  patterns: readonly string[],
  options: LoadOptions,
  signal: AbortSignal,
): Promise<LoadedFiles | undefined> {
  const state = await stateOfFiles(patterns);
  const isSame = async (): Promise<boolean> => (await stateOfFiles(patterns)) === state;
  try {
    const loaded = await readPaths(await pathsOf(patterns), options, signal);
    if (state === undefined || !(await isSame())) return undefined;
    const slice = sliceFor(signal, options);
    return { ...loaded, table: await searchable(loaded.table, options.pool, slice), state };
  } catch (error) {
    if (signal.aborted || (await isSame())) throw error;
    return undefined;
  }
}

async function readPaths(
  [first, ...others]: readonly [string, ...string[]],
  options: LoadOptions,
  signal: AbortSignal,
): Promise<Omit<LoadedFiles, "state">> {
  if (others.length === 0 && (options.format ?? formatOf(first)) === "arrow") {
    const opened = await openArrowFile(first, options, signal);
    if (opened !== undefined) return opened;
  }
  return await new FilesReader(options, signal).read([first, ...others]);
}

async function openArrowFile(
  path: string,
  options: LoadOptions,
  signal: AbortSignal,
): Promise<Omit<LoadedFiles, "state"> | undefined> {
  const file = await openFile(path);
  try {
    const slice = sliceFor(signal, options);
    // Threads that search the records need them in shared memory.
    const memory = options.pool === undefined ? OWN_MEMORY : SHARED_MEMORY;
    return await loadArrow(file, path, options, memory, slice, signal);
  } finally {
    await file.close();
  }
}

/** The positions of a file's records. */
interface PositionsOfFile {
  readonly path: string;
  readonly unit: PositionUnit;
  /** The number of records in the files before. */
  readonly start: number;
  readonly positions: RecordOffsets;
}

/** Reads files one after the other into a table. The fields come from the first one unless a schema is given. */
class FilesReader {
  readonly #options: LoadOptions;
  readonly #signal: AbortSignal;
  readonly #files: PositionsOfFile[] = [];
  readonly #versions: string[] = [];
  #builder: TableBuilder | undefined;
  #schema: Schema | undefined;
  #leftOut: readonly LeftOut[] = [];
  #length = 0;

  constructor(options: LoadOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  async read(paths: readonly string[]): Promise<Omit<LoadedFiles, "state">> {
    for (const path of paths) await this.#add(path);
    return await this.#finish();
  }

  async #add(path: string): Promise<void> {
    const file = await openFile(path);
    try {
      const { schema: given, key: _, ...form } = this.#options;
      const isLike = this.#schema !== undefined && given === undefined;
      const options = isLike ? { ...form, ...defined({ like: this.#schema }) } : this.#options;
      const values = await readValues(file, path, options, this.#signal);
      const { schema, leftOut } = values;
      this.#builder ??= new TableBuilder(schema, needKey(schema, path));
      if (this.#schema === undefined) this.#leftOut = leftOut;
      this.#schema = schema;
      // Computed while the records are read.
      const version = contentVersion(file, readingOf(form, schema), this.#signal);
      version.catch(() => undefined);
      await this.#addValues(this.#builder, path, values);
      this.#versions.push(await version);
    } finally {
      await file.close();
    }
  }

  async #addValues(builder: TableBuilder, path: string, file: ValueFile): Promise<void> {
    const positions = new RecordOffsets();
    this.#files.push({ path, unit: file.unit, start: this.#length, positions });
    for await (const batch of file.batches) {
      this.#options.onProgress?.();
      builder.add(batch.columns);
      positions.add(batch.positions);
      this.#length += batch.positions.length;
    }
  }

  async #finish(): Promise<Omit<LoadedFiles, "state">> {
    if (this.#builder === undefined) throw new Error("no file was added");
    const slice = sliceFor(this.#signal, this.#options);
    const positionOf = (row: number): string => {
      const file = this.#files.findLast(({ start }) => start <= row);
      return file === undefined
        ? ""
        : `${file.path}, ${file.unit} ${file.positions.at(row - file.start)}`;
    };
    const table = await this.#builder.finish(joinedVersion(this.#versions), positionOf, slice);
    return { table, leftOut: this.#leftOut };
  }
}

function sliceFor(
  signal: AbortSignal,
  { clock, onProgress }: Pick<LoadOptions, "clock" | "onProgress">,
): TimeSlice {
  return new TimeSlice({ mayGoOn: () => onProgress?.(), signal, clock });
}

/** A string that differs if the same file is read in another way. */
function readingOf(form: FileForm, schema: Schema): string {
  const { encoding, delimiter, comment, header, ragged, decimal, dateFormats } = form;
  return JSON.stringify([
    schema,
    { encoding, delimiter, comment, header, ragged, decimal, dateFormats },
  ]);
}
