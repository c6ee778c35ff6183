import type { ValueType } from "../../language/types/value-type.ts";

/** A column as an engine's catalogue describes it. */
export interface CatalogueColumn {
  readonly name: string;
  /** The type, in the spelling of the mapping. */
  readonly type: string;
  readonly isNotNull: boolean;
  /** Whether a text is never empty. */
  readonly isNotBlank?: boolean;
  /** Whether it identifies a row by itself. */
  readonly isKey: boolean;
  /** Whether the database generates the numbers (auto-increment), so that they stay small. */
  readonly isCounted?: boolean;
  /** The texts that a check of the column allows. */
  readonly choices?: readonly string[];
  /** The type of the field, if it is not the default for the column's type. */
  readonly field?: ValueType;
  /** Why the column has no field, whatever its type. */
  readonly refused?: string;
}

/** A row of a catalogue: values by column name. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** A query of a catalogue. */
interface CatalogueQuestion {
  readonly text: string;
  readonly params: readonly string[];
  /** The columns of the result, in order. */
  readonly names: readonly string[];
}

export type AskCatalogue = (question: CatalogueQuestion) => Promise<readonly CatalogueRow[]>;

/**
 * Queries an engine for the columns of a table. `undefined` if there is no such table.
 *
 * @param table the table's name, after its qualifiers
 * @param quoted the same name as quoted SQL
 */
export type Catalogue = (
  ask: AskCatalogue,
  table: readonly string[],
  quoted: string,
) => Promise<readonly CatalogueColumn[] | undefined>;
