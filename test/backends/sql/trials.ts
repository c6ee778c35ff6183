import type { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import { compileOrThrow } from "../../../src/index.ts";
import { APPLY } from "../../../src/language/core/compiled.ts";
import { storedFields } from "../../../src/language/core/computation.ts";
import { isComputed } from "../../../src/language/schema/index.ts";
import { readField } from "../../../src/language/values/row-value.ts";
import { NOW, OPTIONS } from "../../generate/clock.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { lowered } from "../../generate/random-formula.ts";
import { shrink } from "../../generate/shrink.ts";
import type { Tape } from "../../generate/tape.ts";
import { inZone } from "../../generate/zones.ts";
import { compiledOf, type LoadedTable } from "./loaded-table.ts";
import { queryProblem, type Wish } from "./query-check.ts";
import { askAll } from "./sql-way.ts";

/** A disagreement, with the shortest formula that was found. */
export interface Failure {
  readonly formula: string;
  readonly text: string;
}

/** Compares a formula's results with the reference; returns the differences. */
export type Trial = (asked: Asked) => Promise<readonly string[]>;

export function valueTrial(table: LoadedTable): Trial {
  return async (asked) => (await askAll(table, [asked], NOW))[0]?.differences ?? [];
}

export function queryTrial(table: LoadedTable, wish: Wish, makeQuery?: typeof toQuery): Trial {
  return async ({ source, timeZone }) => {
    try {
      const options = { ...OPTIONS, ...inZone(timeZone) };
      const formula = compileOrThrow(source, table.schema, options);
      const problem = await queryProblem(table, table.schema, formula, wish, makeQuery);
      return problem === undefined ? [] : [problem];
    } catch (error) {
      return [String(error)];
    }
  };
}

export function randomWish({ rows, schema }: LoadedTable, tape: Tape): Wish {
  const sortable = [...schema.fields.values()].filter(({ type }) => type !== "list");
  const sort = Array.from({ length: tape.below(3) }, () => ({
    field: tape.pick(sortable).name,
    direction: tape.pick(["asc", "desc"] as const),
  }));
  return {
    sort,
    ...(tape.oneIn(3) ? {} : { limit: tape.pick([1, 3, 10, 0, 100]) }),
    ...(tape.oneIn(4) ? { after: tape.pick(rows) } : {}),
    ...(tape.oneIn(3) ? { fields: [schema.key?.name ?? "", tape.pick(sortable).name] } : {}),
  };
}

/** A disagreement with everything needed to reproduce it: the shortest formula that shows it, if wanted. */
export async function explain(
  table: LoadedTable,
  found: Asked,
  trial: Trial,
  origin: string,
  { shortest = true }: { readonly shortest?: boolean } = {},
): Promise<Failure> {
  const { engine, dialect, mapping, rows, schema } = table;
  const { timeZone } = found;
  const isFound = async (source: string): Promise<boolean> => {
    const other = lowered(source, schema, timeZone);
    return other !== undefined && (await trial(other)).length > 0;
  };
  const formula = shortest ? await shrink(found.source, isFound) : found.source;
  const shorter = formula === found.source ? undefined : lowered(formula, schema, timeZone);
  const asked = shorter ?? found;
  const differences = await trial(asked);
  const at = Number(/, row (\d+):/.exec(differences[0] ?? "")?.[1] ?? 0);
  const compiled = compileOrThrow(formula, schema, OPTIONS);
  const read = new Set(storedFields(compiled));
  const fields = [...schema.stored.values()].filter(({ name }) => read.has(name));
  const computed = [...schema.fields.values()].filter(isComputed);
  const row = fields.map(({ name, type }) => [name, readField(rows[at], name, type)] as const);
  const columns = fields.map(({ name }) => [name, mapping.columns?.[name]] as const);
  const { where, prefilter = where } = dialect[APPLY](
    compiledOf({ ...asked.lowered, ...asked.told }, formula, schema),
    mapping,
  );
  const text = [
    `${engine.name} and the reference differ, ${origin}`,
    `formula: ${formula}`,
    `time zone: ${timeZone ?? "UTC"}`,
    `made of: ${found.source}`,
    ...computed.map((field) => `{${field.name}}: ${field.formula}`),
    ...(computed.length === 0 ? [] : [`in ${schema.toJSON().timeZone ?? "UTC"}`]),
    ...differences.slice(0, 4).map((difference) => difference.slice(0, 2000)),
    `row: ${JSON.stringify(Object.fromEntries(row)).slice(0, 1000)}`,
    `columns: ${JSON.stringify(Object.fromEntries(columns))}`,
    `condition: ${prefilter}`,
  ].join("\n");
  return { formula, text };
}
