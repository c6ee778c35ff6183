import { Columns, type SortKey } from "../../../columns.ts";
import { csvHeader, csvLines, ndjsonLines } from "../../../data/stores/files/write-records.ts";
import { compile, type Formula, type Schema } from "../../../index.ts";
import { demoCars, demoSchema } from "../../demo/index.ts";
import type { Distribution } from "../distribution/distribution.ts";
import type { DistributionReader } from "../distribution/distribution-reader.ts";
import { setImmediate } from "../node/timers.ts";
import type { RecordRow } from "./playground-source.ts";
import type { Calls, RecordOrigin } from "./record-messages.ts";

/** The most cached views: the table may still show rows of the last one while the next one is built. */
const MOST_VIEWS = 4;
/** The length of a time slice of the worker, in milliseconds. */
const STRETCH_MS = 12;
/** Records written at a time. */
const BATCH = 2_000;
/** The number of records sent with the count, so that the table need not request its first rows. */
const FIRST = 100;
const DEMO_SEED = 1;

/** Facts about records that are known before they can be searched. */
interface OpeningRecords {
  readonly schema: Schema;
  readonly size: number;
  readonly records: Promise<Records>;
}

/**
 * Generates or reads records. For demo records, formulas can be written before they are ready.
 *
 * @param progress called with the number of records read so far
 */
export async function openRecords(
  opened: RecordOrigin,
  progress: (records: number) => void,
): Promise<OpeningRecords> {
  if (opened.kind === "demo") {
    const { count } = opened;
    const records = yieldToMessages().then(
      () => new Records(Columns.from(demoCars(count, DEMO_SEED), demoSchema)),
    );
    return { schema: demoSchema, size: count, records };
  }
  // Most visitors open no file, so its readers are loaded on demand.
  const { readDropped } = await import("../files/read-dropped.ts");
  const columns = await readDropped(opened.file, opened.schema, progress);
  const records = Promise.resolve(new Records(columns));
  return { schema: columns.schema, size: columns.length, records };
}

/** Records in columns, with the last views of them. */
export class Records {
  readonly columns: Columns;
  readonly #views = new Map<number, Uint32Array>();
  #distributions: Promise<DistributionReader> | undefined;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  async view(
    { view, formula: text, sort }: Calls["view"]["given"],
    signal: AbortSignal,
  ): Promise<Calls["view"]["returns"]> {
    const formula = compiled(text, this.columns.schema);
    const start = performance.now();
    const rows = await this.#find(formula, sort, signal);
    const milliseconds = performance.now() - start;
    this.#views.set(view, rows);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= MOST_VIEWS) break;
      this.#views.delete(old);
    }
    return { count: rows.length, milliseconds, first: this.rows({ view, from: 0, to: FIRST }) };
  }

  async #find(
    formula: Formula,
    sort: readonly SortKey[],
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    if (sort.length > 0) {
      await yieldToMessages(signal);
      return this.columns.select(formula, { sort });
    }
    const blocks: Uint32Array[] = [];
    let length = 0;
    let since = performance.now();
    for (const block of this.columns.scan(formula)) {
      blocks.push(block.slice());
      length += block.length;
      if (performance.now() - since < STRETCH_MS) continue;
      await yieldToMessages(signal);
      since = performance.now();
    }
    const rows = new Uint32Array(length);
    let end = 0;
    for (const block of blocks) {
      rows.set(block, end);
      end += block.length;
    }
    return rows;
  }

  rows({ view, from, to }: Calls["rows"]["given"]): readonly RecordRow[] {
    return [...this.#rowsOf(view).subarray(from, to)].map((row) => this.columns.record(row));
  }

  async export({ view, format }: Calls["export"]["given"], signal: AbortSignal): Promise<Blob> {
    const rows = this.#rowsOf(view);
    const fields = [...this.columns.schema.fields.keys()];
    const chunks = format === "csv" ? [csvHeader(fields)] : [];
    for (let from = 0; from < rows.length; from += BATCH) {
      const records = [...rows.subarray(from, from + BATCH)].map((row) => this.columns.record(row));
      chunks.push(format === "csv" ? csvLines(records, fields) : ndjsonLines(records));
      await yieldToMessages(signal);
    }
    return new Blob(chunks, { type: format === "csv" ? "text/csv" : "application/x-ndjson" });
  }

  async distribution(field: string, formula: string, signal: AbortSignal): Promise<Distribution> {
    this.#distributions ??= import("../distribution/columns-reader.ts").then(({ columnsReader }) =>
      columnsReader(this.columns),
    );
    return (await this.#distributions).read(field, formula, signal);
  }

  #rowsOf(view: number): Uint32Array {
    const rows = this.#views.get(view);
    if (rows === undefined) throw new Error("these records are no longer shown");
    return rows;
  }
}

/** Compiles a formula; an empty one matches every record. */
function compiled(text: string, schema: Schema): Formula {
  // The page's policy forbids generated code.
  const result = compile(text.trim() === "" ? "TRUE" : text, schema, { codeGeneration: false });
  if (result.ok) return result.formula;
  throw new Error(result.diagnostics.map(({ message }) => message).join("; "));
}

/** Yields, so that responses are sent and other messages handled, such as one that aborts this work. */
async function yieldToMessages(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
