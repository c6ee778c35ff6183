import { createRequire } from "node:module";
import type * as columns from "../../src/columns.ts";
import type * as root from "../../src/index.ts";
import type * as sql from "../../src/sql.ts";
import type { CaseFormula } from "../conformance/case.ts";

const DIALECTS = ["sqlite", "duckdb", "postgres", "mariadb", "clickhouse"] as const;

/** The public interface, as far as answers go. */
export interface Package {
  readonly name: string;
  readonly root: Pick<typeof root, "compile" | "readSchema" | "restrict" | "isErrorValue">;
  readonly columns: Pick<typeof columns, "Columns">;
  readonly sql: Pick<typeof sql, (typeof DIALECTS)[number]>;
}

const DIST = new URL("../../dist/", import.meta.url);

/** The package as it is shipped: as modules, and through `require`. */
export async function shippedPackages(): Promise<readonly Package[]> {
  const load = createRequire(DIST);
  const asModule = (name: string): Promise<unknown> => import(new URL(`${name}.js`, DIST).href);
  // The types are those of the sources, and the tests show that the answers are.
  return [
    {
      name: "modules",
      root: (await asModule("index")) as typeof root,
      columns: (await asModule("columns")) as typeof columns,
      sql: (await asModule("sql")) as typeof sql,
    },
    {
      name: "require",
      root: load("./index.cjs") as typeof root,
      columns: load("./columns.cjs") as typeof columns,
      sql: load("./sql.cjs") as typeof sql,
    },
  ];
}

/** Something to ask a package. */
export interface Question extends CaseFormula {
  readonly fields: Readonly<Record<string, root.FieldDeclaration>>;
  readonly rows: readonly unknown[];
  readonly parameters?: root.ParameterDeclarations | undefined;
  readonly now: number;
}

/** All that a package says of a formula, in a form that two packages share. */
export interface Answer {
  /** Why a value was refused. */
  readonly refused?: string;
  readonly diagnostics: readonly root.Diagnostic[];
  readonly values?: readonly unknown[];
  /** The numbers of the rows that the formula returns: from objects, and from columns. */
  readonly filtered?: readonly number[];
  readonly selected?: readonly number[];
  readonly sql?: readonly unknown[];
}

export function ask(from: Package, question: Question): Answer {
  const { formula: source, fields, rows, now, timeZone, parameters } = question;
  const read = from.root.readSchema({ fields });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  const { schema } = read;
  const options = { clock: () => new Date(now), ...(timeZone === undefined ? {} : { timeZone }) };
  const compiled = (text: string) =>
    parameters === undefined
      ? from.root.compile(text, schema, options)
      : from.root.compile(text, schema, { ...options, parameters });
  const result = compiled(source);
  const scope = question.restrict === undefined ? undefined : compiled(question.restrict);
  const { diagnostics } = result;
  if (!result.ok || scope?.ok === false) return { diagnostics };
  let formula: root.Formula;
  try {
    formula = bound(result.formula, question);
    if (scope !== undefined) formula = from.root.restrict(formula, bound(scope.formula, question));
    if (question.assume !== undefined) formula = formula.assume(question.assume);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    return { diagnostics, refused: problem.message };
  }
  const found = new Set(formula.filter(rows));
  return {
    diagnostics,
    values: rows.map((row) => shown(from, formula.evaluate(row))),
    filtered: rows.flatMap((row, index) => (found.has(row) ? [index] : [])),
    selected: [...formula.select(from.columns.Columns.from(rows, schema))],
    sql: DIALECTS.map((name) => {
      const { where, prefilter, params } = formula.toSql(from.sql[name], { table: "t" });
      return [where, prefilter, params];
    }),
  };
}

function bound(
  formula: root.Formula | root.FormulaTemplate,
  { parameters = {}, with: values }: Question,
): root.Formula {
  if (!("with" in formula)) return formula;
  const blanks = Object.keys(parameters).map((name) => [name, null]);
  return formula.with({ ...Object.fromEntries(blanks), ...values });
}

/** A value in a form that two packages share: each has an error value of its own. */
export function shown(from: Package, value: unknown): unknown {
  if (from.root.isErrorValue(value)) return "the error value";
  if (value instanceof Date) return `the date ${value.toISOString()}`;
  return Object.is(value, -0) ? "minus zero" : value;
}
