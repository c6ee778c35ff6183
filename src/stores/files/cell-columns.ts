import type { RawColumns } from "./convert-columns.ts";
import type { Cell, CellSink } from "./csv-scanner.ts";
import { dataError } from "./data-error.ts";

/** Takes records cell by cell. What was put before a record's end came, and did not, is put again. */
export interface RecordSink extends CellSink {
  /**
   * Ends a record.
   *
   * @param count how many cells it has; 0 where nothing stands in its line
   * @returns whether that is enough for now
   */
  end(count: number, line: number): boolean;
}

/** The first record, which names the columns. */
export class HeaderCells implements RecordSink {
  #cells: Cell[] = [];

  wants(): boolean {
    return true;
  }

  put(column: number, cell: Cell): void {
    this.#cells[column] = cell;
  }

  end(count: number): boolean {
    this.#cells.length = Math.max(count, 1);
    return true;
  }

  take(): readonly string[] {
    return this.#cells.map((cell) => cell ?? "");
  }
}

/** The other records, as a column for each name. */
export class CellColumns implements RecordSink {
  readonly #file: string;
  readonly #isWanted: readonly boolean[];
  #columns: Cell[][] = [];
  #places: number[] = [];

  constructor(header: readonly string[], wanted: ReadonlySet<string>, file: string) {
    this.#file = file;
    this.#isWanted = header.map((name) => wanted.has(name));
    this.take();
  }

  wants(column: number): boolean {
    return this.#isWanted[column] === true;
  }

  put(column: number, cell: Cell): void {
    const cells = this.#columns[column];
    if (cells !== undefined) cells[this.#places.length] = cell;
  }

  end(count: number, line: number): boolean {
    const { length } = this.#isWanted;
    // A line that holds nothing is passed over, unless that is what a record of one blank looks like.
    if (count === 0 && length !== 1) return false;
    if (Math.max(count, 1) !== length) {
      const problem = `there are ${count} values for ${length} columns`;
      throw dataError(this.#file, ["line", line], problem);
    }
    this.#places.push(line);
    return false;
  }

  /** The records that are whole; their columns may go on. */
  take(): RawColumns {
    const batch = { columns: this.#columns, places: this.#places };
    this.#columns = this.#isWanted.map(() => []);
    this.#places = [];
    return batch;
  }
}
