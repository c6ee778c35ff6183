import { readSchema } from "../../src/engine/index.ts";
import type { FieldDeclaration, Schema } from "../../src/schema/index.ts";
import type { Dialect } from "../../src/sql/filter.ts";
import { type CaseFormula, type CaseOptions, compileCase, lifted } from "../conformance/case.ts";
import { ENGINE_NAMES, type Engine } from "../engines/engine.ts";
import { countOf, isTurn } from "../harness/extent.ts";
import { loadTable } from "./load.ts";
import { type Asked, askAll } from "./sql-way.ts";

/** Formulas, each with a row of its own. */
export interface Case extends CaseFormula {
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
function caseTable(fields: Fields, cases: readonly Case[], options: CaseOptions): CaseTable {
  const all: Record<string, FieldDeclaration> = { ...fields };
  const rows: unknown[] = [];
  const formulas = new Map<string, CaseFormula>();
  const add = ({ formula, timeZone, with: values, restrict, assume }: CaseFormula): void => {
    const key = JSON.stringify([formula, timeZone, values, restrict, assume]);
    formulas.set(key, {
      formula,
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(values === undefined ? {} : { with: values }),
      ...(restrict === undefined ? {} : { restrict }),
      ...(assume === undefined ? {} : { assume }),
    });
  };
  for (const one of cases) {
    add(one);
    const moved = lifted(one.formula, fields, one.row);
    rows.push(moved?.row ?? one.row);
    if (moved === undefined) continue;
    add({ ...one, formula: moved.formula });
    for (const name of moved.schema.fields.keys()) all[name] ??= "number";
  }
  const read = readSchema({ fields: all });
  if (!read.ok) throw new Error(read.problems.join("; "));
  const { schema } = read;
  const asked = [...formulas.values()].flatMap((one) => {
    const compiled = compileCase(one, schema, options);
    return compiled.kind === "compiled" ? [{ source: one.formula, lowered: compiled.lowered }] : [];
  });
  return { schema, rows, asked };
}

/** How many cases are in a table together. Each formula is asked about the rows of all of them. */
const TOGETHER = countOf(30, 1_000);

/** What an engine says otherwise than the reference. In a usual run the engines share the cases: each is asked of one. */
export async function caseProblems(
  engine: Engine,
  dialect: Dialect,
  fields: Fields,
  cases: readonly Case[],
  options: CaseOptions,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const turn = ENGINE_NAMES.indexOf(engine.name);
  const own = cases.filter((_, number) => isTurn(number, turn, ENGINE_NAMES.length));
  for (let start = 0; start < own.length; start += TOGETHER) {
    const some = own.slice(start, start + TOGETHER);
    problems.push(...(await tableProblems(engine, dialect, fields, some, options)));
  }
  return problems;
}

async function tableProblems(
  engine: Engine,
  dialect: Dialect,
  fields: Fields,
  cases: readonly Case[],
  options: CaseOptions,
): Promise<readonly string[]> {
  const { schema, rows, asked } = caseTable(fields, cases, options);
  const table = await loadTable(engine, dialect, schema, rows, { table: "cases" });
  const findings = await askAll(table, asked, options.now);
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
