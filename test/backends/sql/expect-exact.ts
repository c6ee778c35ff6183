import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { divide } from "../../../src/backends/sql/sql-filter.ts";
import type { ColumnMapping } from "../../../src/backends/sql/table-mapping.ts";
import {
  type FieldDeclaration,
  readSchema,
  type Schema,
} from "../../../src/language/schema/index.ts";
import type { Engine } from "../../engines/engine.ts";
import { NOW } from "../../generate/clock.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { lowerSource } from "../../harness/ways.ts";
import { expectNone } from "./expect-none.ts";
import { loadTable } from "./load.ts";
import { compiledOf, type LoadedTable } from "./loaded-table.ts";
import { askAll } from "./sql-way.ts";

/** Rows in a table, and the formulas to evaluate. */
export interface ExactCase {
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  readonly rows: readonly unknown[];
  readonly formulas: readonly string[];
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
  /** Runs once the table exists, to create other columns or change settings. */
  readonly prepare?: (engine: Engine) => Promise<void>;
  /** Whether parts may be left to memory. */
  readonly mayLeave?: boolean;
}

/**
 * Evaluates formulas in an engine, which must decide them completely, and compares each result for each row with the
 * reference.
 */
export async function expectExact(
  engine: Engine,
  dialect: Dialect,
  { fields, rows, formulas, columns = {}, prepare, mayLeave = false }: ExactCase,
): Promise<void> {
  const schema = schemaOf(fields);
  const table = await loadTable(engine, dialect, schema, rows, { table: "exact", columns });
  await prepare?.(engine);
  const asked = formulas.map((source) => lower(source, schema));
  const findings = await askAll(table, asked, NOW);
  const wrong = findings.flatMap(({ differences, row }, index) =>
    differences.length === 0
      ? []
      : [[asked[index]?.source, JSON.stringify(rows[row ?? 0]), ...differences].join("\n")],
  );
  expectNone([...(mayLeave ? [] : leftOf(table, asked)), ...wrong]);
}

/** Not a limit of a dialect: the values are compared all the same. */
const TOO_LONG = "its SQL would be too long";

function leftOf(
  { dialect, schema, mapping }: LoadedTable,
  asked: readonly Asked[],
): readonly string[] {
  return asked.flatMap(({ source, lowered }) => {
    const { residual } = divide(compiledOf(lowered, source, schema), dialect.definition, mapping);
    const reasons = residual?.reasons.filter((reason) => reason !== TOO_LONG) ?? [];
    return reasons.length === 0 ? [] : [`${source} is left to memory: ${reasons}`];
  });
}

function schemaOf(fields: ExactCase["fields"]): Schema {
  const read = readSchema({ fields });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}

function lower(source: string, schema: Schema): Asked {
  const result = lowerSource(source, schema);
  if (!result.ok) throw new Error(`${source} does not pass the checker`);
  return { source, lowered: result.lowered };
}
