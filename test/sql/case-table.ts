import { type FieldDeclaration, readSchema, type Schema } from "../../src/schema/index.ts";
import type { Dialect } from "../../src/sql/filter.ts";
import { lifted } from "../conformance/case.ts";
import type { Engine } from "../engines/engine.ts";
import { lowerSource } from "../harness/ways.ts";
import { loadTable } from "./load.ts";
import { type Asked, askAll } from "./sql-way.ts";

/** Formulas, each with a row of its own. */
export interface Case {
  readonly formula: string;
  readonly row: unknown;
}

/** Cases over one schema, for one table. */
interface CaseTable {
  readonly schema: Schema;
  readonly rows: readonly unknown[];
  readonly asked: readonly Asked[];
}

type Fields = Readonly<Record<string, FieldDeclaration>>;

/** All rows in one table; each formula as it stands, and with its number literals read from fields. */
function caseTable(fields: Fields, cases: readonly Case[]): CaseTable {
  const all: Record<string, FieldDeclaration> = { ...fields };
  const rows: unknown[] = [];
  const sources = new Set<string>();
  for (const { formula, row } of cases) {
    sources.add(formula);
    const moved = lifted(formula, fields, row);
    rows.push(moved?.row ?? row);
    if (moved === undefined) continue;
    sources.add(moved.formula);
    for (const name of moved.schema.fields.keys()) all[name] ??= "number";
  }
  const read = readSchema({ fields: all });
  if (!read.ok) throw new Error(read.problems.join("; "));
  const { schema } = read;
  const asked = [...sources].flatMap((source) => {
    const result = lowerSource(source, schema);
    return result.ok ? [{ source, lowered: result.lowered }] : [];
  });
  return { schema, rows, asked };
}

/** What an engine says otherwise than the reference, when every formula is asked about every row. */
export async function caseProblems(
  engine: Engine,
  dialect: Dialect,
  fields: Fields,
  cases: readonly Case[],
  now: number,
): Promise<readonly string[]> {
  const { schema, rows, asked } = caseTable(fields, cases);
  const table = await loadTable(engine, dialect, schema, rows, { table: "cases" });
  const findings = await askAll(table, asked, now);
  return findings.flatMap(({ differences, row }, index) =>
    differences.length === 0
      ? []
      : [
          [asked[index]?.source, JSON.stringify(rows[row ?? 0]), ...differences.slice(0, 3)].join(
            "\n",
          ),
        ],
  );
}
