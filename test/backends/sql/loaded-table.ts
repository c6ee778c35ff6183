import { RowProgram, rowScope } from "../../../src/backends/rows/index.ts";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import type { TableMapping } from "../../../src/backends/sql/table-mapping.ts";
import type { CompiledFormula } from "../../../src/language/core/compiled.ts";
import { evaluate } from "../../../src/language/core/evaluate.ts";
import type { Lowered } from "../../../src/language/lower/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import type { Engine } from "../../engines/engine.ts";
import { NOW } from "../../generate/clock.ts";

/** The column that holds a row's index. */
export const ROW = "row number";

/** A table of an engine with the same rows as an array: the column `ROW` holds the index of each row. */
export interface LoadedTable {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly schema: Schema;
  readonly mapping: TableMapping & { readonly table: string };
  readonly rows: readonly unknown[];
}

/** A formula, lowered, as a dialect sees it. */
export function compiledOf(
  lowered: Lowered,
  source: string,
  schema: Schema,
  now = NOW,
): CompiledFormula {
  return {
    ...lowered,
    schema,
    source,
    fields: [],
    openedLength: source.length,
    constantLength: () => 0,
    codeGeneration: true,
    visible: schema.fields,
    mostWork: Number.POSITIVE_INFINITY,
    now: () => now,
    evaluate: (row, instant) => evaluate(lowered.root, rowScope(row, instant)),
    inMemory: (condition, instant) => {
      const program = new RowProgram(condition, condition);
      return {
        matches: (row) => program.matches(row, instant),
        filter: (rows) => program.filter(rows, instant),
      };
    },
    recipe: undefined,
    spanOf: () => undefined,
  };
}
