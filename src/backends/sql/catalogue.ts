import type { ValueType } from "../../language/types/value-type.ts";

/** A column as an engine's catalogue describes it. */
export interface CatalogueColumn {
  readonly name: string;
  /** As the mapping names it. */
  readonly type: string;
  readonly isNotNull: boolean;
  /** Whether a text is known never to be empty. */
  readonly isNotBlank?: boolean;
  /** Whether it identifies a row by itself. */
  readonly isKey: boolean;
  /** Whether the database counts the column up by itself, so that its numbers stay small. */
  readonly isCounted?: boolean;
  /** The type of the field, if it is not the usual one of the column's type. */
  readonly field?: ValueType;
  /** Why no field stands for the column, whatever its type. */
  readonly refused?: string;
}

/** A row of a catalogue, by the names of its columns. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** A question to a catalogue. */
interface CatalogueQuestion {
  readonly text: string;
  readonly params: readonly string[];
  /** The columns of the result, in their order. */
  readonly names: readonly string[];
}

export type AskCatalogue = (question: CatalogueQuestion) => Promise<readonly CatalogueRow[]>;

/**
 * Asks an engine for the columns of a table. `undefined` if there is no such table.
 *
 * @param table the table's name, after the names that lead to it
 * @param quoted the same as SQL writes it
 */
export type Catalogue = (
  ask: AskCatalogue,
  table: readonly string[],
  quoted: string,
) => Promise<readonly CatalogueColumn[] | undefined>;
