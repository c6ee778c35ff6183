import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import type { CaseTables } from "../../conformance/case-table.ts";
import type { Engine } from "../../engines/engine.ts";
import { loadTable } from "./load.ts";
import { askAll } from "./sql-way.ts";

/** Differences between an engine and the reference for the formulas of cases. */
export async function caseProblems(
  engine: Engine,
  dialect: Dialect,
  tables: CaseTables,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { schema, rows, questions, now } of tables) {
    const table = await loadTable(engine, dialect, schema, rows, { table: "cases" });
    const asked = questions.map(({ source, compiled: { lowered }, answers }) => ({
      source,
      lowered,
      answers,
    }));
    const findings = await askAll(table, asked, now);
    for (const [index, { differences, row = 0 }] of findings.entries()) {
      if (differences.length === 0) continue;
      const about = [asked[index]?.source, JSON.stringify(rows[row])];
      problems.push([...about, ...differences.slice(0, 3)].join("\n"));
    }
  }
  return problems;
}
