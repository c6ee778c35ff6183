import type { ValueType } from "../../../src/language/types/value-type.ts";
import type { Tape } from "../tape.ts";

/** What a formula sees of a cell. */
type CellValue = string | number | boolean | Date | readonly string[] | null;

/** A cell as SQL writes it, and what a formula has to see of it. */
export interface Cell {
  readonly sql: string;
  readonly value: CellValue;
}

/** A column of one of an engine's own types. */
export interface DrawnColumn {
  readonly field: ValueType;
  /** The type as the table declares it. */
  readonly declared: string;
  readonly cell: (tape: Tape) => Cell;
  /** The mapping's storage, if the catalogue cannot tell it. */
  readonly storage?: string;
  /** The kinds of index that the type takes, with `{t}` for the table, `{c}` for the column and `{i}` for the index. */
  readonly indexes?: readonly string[];
  /** Whether the type has no NULL. */
  readonly isNeverNull?: true;
  /** Whether values can be compared with `<>`, so that a CHECK may keep the empty text out. */
  readonly isText?: true;
  /** Whether the engine generates no such column from another one. */
  readonly isNeverGenerated?: true;
}

/** Makes a column: its parameters are drawn too. */
export type DrawColumn = (tape: Tape) => DrawnColumn;

/** How an engine makes tables. */
export interface NativeEngine {
  /** Types, collations and settings, in statements that may run again. */
  readonly setup: readonly string[];
  readonly draws: readonly DrawColumn[];
  /** The key, which is a whole number, and another column of such. */
  readonly key: string;
  readonly integer: string;
  readonly quote: (name: string) => string;
  /** The declaration of a column. */
  readonly define: (declared: string, options: Declaration) => string;
  /** Types of the dialect that the engine of the tests does not have. */
  readonly absent?: readonly string[];
  /** What stands after the columns. */
  readonly suffix?: string;
  /** Whether a generated column can have an index; left out if none can. */
  readonly indexesGenerated?: (index: string) => boolean;
  /** Statements before the formulas, so that small tables are searched by their indexes as well. */
  readonly preferIndexes?: readonly string[];
}

interface Declaration {
  readonly isNotNull: boolean;
  /** The column that this one is generated from. */
  readonly from: string | undefined;
  /** Whether it is kept, or computed each time. */
  readonly isStored: boolean;
}
