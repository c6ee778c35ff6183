import {
  type AnyFormula,
  COMPILE,
  type CompiledFormula,
  type FormulaTarget,
  KIND,
  type RowFilter,
  requireFormula,
  requireTarget,
} from "../core/compiled.ts";
import type { CoreNode } from "../core/node.ts";
import { Specialiser } from "../core/specialise.ts";
import { usesClock } from "../core/uses.ts";
import type { Field } from "../schema/index.ts";
import type { Span } from "../source/span.ts";
import { Compiler } from "./compiler/compiler.ts";
import { fieldsOf } from "./compiler/field-test.ts";
import { type Part, splitWithin } from "./compiler/split.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import {
  and,
  closed,
  type Fragment,
  type Rendered,
  render,
  type SqlValue,
  TRUE,
} from "./fragment.ts";
import { mappingOf, requireTable, type TableMapping } from "./mapping.ts";

/** The part of a formula that the database cannot decide. It is applied to the records that the database returns. */
export interface Residual extends RowFilter {
  /** The fields that it reads. The query has to select them. */
  readonly fields: readonly string[];
  /** The reasons why the database cannot decide it. */
  readonly reasons: readonly string[];
}

/** The parameters of SQL, in both forms that libraries take. */
interface SqlText {
  readonly params: readonly SqlValue[];
  /** The SQL cut at its placeholders, for tagged templates of other libraries. It has one text more than `values`. */
  readonly strings: readonly string[];
  /** The parameters at the cuts of `strings`, in their order. */
  readonly values: readonly SqlValue[];
}

/** A formula that the database decides alone. */
export interface SqlCondition extends SqlText {
  /** A condition that is TRUE for the records that the formula returns, and for no others. */
  readonly where: string;
  readonly prefilter?: undefined;
  readonly residual: undefined;
}

/** A formula that the database decides in part only. */
export interface SqlPrefilter extends SqlText {
  /** A condition that is TRUE for every record that the formula returns, and for others, which `residual` removes. */
  readonly prefilter: string;
  /** Always `undefined`, so that a statement that changes records cannot take the prefilter for the whole formula. */
  readonly where?: undefined;
  readonly residual: Residual;
}

/**
 * A formula as a condition of SQL. It can be used under AND, OR and NOT as it is: it is one comparison or call, or it
 * has parentheses.
 */
export type SqlFilter = SqlCondition | SqlPrefilter;

/** A formula as a condition that the database decides alone, or the parts that it cannot decide alone. */
export type ExactSqlFilter =
  | (SqlText & { readonly ok: true; readonly where: string })
  | { readonly ok: false; readonly undecided: readonly SqlPart[] };

export interface SqlOptions extends TableMapping {
  /** The number of the first placeholder, if the condition joins a statement that has others; 1 unless given. */
  readonly firstParameter?: number;
  readonly exact?: false;
}

export interface ExactSqlOptions extends Omit<SqlOptions, "exact"> {
  /** If the database cannot decide the whole formula, the result has no prefilter, but names the undecided parts. */
  readonly exact: true;
}

/** One of several conditions. A formula returns a record only if all of them hold. */
export interface SqlPart {
  /** The text of the condition in the formula; `undefined` if it does not come from one place. */
  readonly text: string | undefined;
  readonly span: Span | undefined;
  /** Who decides it: the database, memory, or memory among the records that the database lets through. */
  readonly runs: "database" | "memory" | "both";
  /** Its SQL, without the values of parameters, if the database decides it alone. */
  readonly where: string | undefined;
  /** Its SQL, if the database decides it in part: TRUE for each record that meets the condition, and for others. */
  readonly prefilter: string | undefined;
  /** The reasons why the database does not decide it alone. */
  readonly reasons: readonly string[];
}

/** With the length of the formula, these give the most characters of its SQL. Memory decides the rest. */
const SIZE_FACTOR = 64;
const SIZE_ALLOWANCE = 1024;

/** A formula divided between the database and memory. */
export interface Division {
  readonly sql: Fragment;
  readonly residual: Residual | undefined;
  readonly parts: readonly Part[];
  readonly originOf: (node: CoreNode) => CoreNode | undefined;
}

/** Divides a formula for one dialect and table. */
export function divide(
  formula: CompiledFormula,
  dialect: DialectDefinition,
  table: TableMapping,
): Division {
  let clock: number | undefined;
  const readClock = (): number => (clock ??= formula.now());
  const fields = fieldsOf(formula.condition);
  const neverBlank = new Set([...fields].filter((field) => isNeverBlank(field, table)));
  const specialiser = new Specialiser(
    usesClock(formula.condition) ? { now: readClock(), neverBlank } : { neverBlank },
  );
  const condition = specialiser.of(formula.condition);
  const size = Math.min(
    SIZE_FACTOR * formula.source.length + SIZE_ALLOWANCE,
    dialect.limits.size ?? Number.POSITIVE_INFINITY,
  );
  const parts = splitWithin(new Compiler(dialect, table, size), condition, {
    size,
    depth: dialect.limits.depth,
    parameters: dialect.limits.parameters,
  });
  return {
    sql: and(...parts.map((part) => part.sql)),
    residual: residualOf(formula, specialiser, parts, clock ?? 0),
    parts,
    originOf: (node) => specialiser.originOf(node),
  };
}

function residualOf(
  formula: CompiledFormula,
  { builder }: Specialiser,
  parts: readonly Part[],
  now: number,
): Residual | undefined {
  const open = parts.filter((part) => !part.exact);
  if (open.length === 0) return undefined;
  const rest = builder.and(...open.map(({ node, wanted }) => (wanted ? node : builder.not(node))));
  const { matches, filter } = formula.inMemory(rest, now);
  return {
    matches,
    filter,
    fields: [...fieldsOf(rest)].map((field) => field.name),
    reasons: [...new Set(open.flatMap((part) => part.reasons))],
  };
}

function isNeverBlank(field: Field, table: TableMapping): boolean {
  const { notNull = false, inRange = false } = mappingOf(field, table);
  return notNull && (field.type === "number" || (field.type === "date" && inRange));
}

/** A dialect of SQL that formulas compile to: `formula.toSql(postgres, …)`. */
export class Dialect implements FormulaTarget<SqlOptions | undefined, SqlFilter> {
  /** The name for programs, in lower case: `"postgres"`. */
  readonly name: string;
  /** The name as the database's makers write it: `"PostgreSQL"`. */
  readonly title: string;
  /** @internal */
  readonly definition: DialectDefinition;

  private constructor(definition: DialectDefinition) {
    this.name = definition.name;
    this.title = definition.title;
    this.definition = definition;
  }

  /** @internal */
  static of(definition: DialectDefinition): Dialect {
    return new Dialect(definition);
  }

  get [KIND](): "dialect" {
    return "dialect";
  }

  /** Called by `formula.toSql`. */
  [COMPILE](formula: CompiledFormula, options: SqlOptions = {}): SqlFilter {
    requireTable(options, "toSql");
    const { sql, residual } = divide(formula, this.definition, options);
    const { text, ...rest } = this.#render(sql, options);
    return residual === undefined
      ? { where: text, ...rest, residual }
      : { prefilter: text, ...rest, residual };
  }

  /** @internal Called by `formula.toSql` if the caller asks for an exact condition. */
  compileExactly(formula: CompiledFormula, options: ExactSqlOptions): ExactSqlFilter {
    requireTable(options, "toSql");
    const division = divide(formula, this.definition, options);
    if (division.residual !== undefined) {
      const parts = partsOf(formula, division, this.definition);
      return { ok: false, undecided: parts.filter(({ runs }) => runs !== "database") };
    }
    const { text, ...rest } = this.#render(division.sql, options);
    return { ok: true, where: text, ...rest };
  }

  #render(sql: Fragment, { firstParameter }: Pick<SqlOptions, "firstParameter">): Rendered {
    return render(closed(sql), placeholdersOf(this.definition), firstParameter);
  }
}

export function placeholdersOf({ placeholder, reusesPlaceholders }: DialectDefinition): {
  readonly placeholder: DialectDefinition["placeholder"];
  readonly reusable: boolean;
} {
  return { placeholder, reusable: reusesPlaceholders };
}

/** The parts of a formula: each with its SQL, or with the reason why memory decides it. */
export function explainSql(
  formula: AnyFormula,
  dialect: Dialect,
  options: SqlOptions = {},
): readonly SqlPart[] {
  requireFormula(formula, "`explainSql`");
  requireTarget(dialect, "`explainSql`: the second argument", "a dialect", "dialect");
  requireTable(options, "explainSql");
  return formula.to<SqlOptions, readonly SqlPart[]>({ [COMPILE]: explain }, options);

  function explain(compiled: CompiledFormula): readonly SqlPart[] {
    return partsOf(compiled, divide(compiled, dialect.definition, options), dialect.definition);
  }
}

function partsOf(
  { source, spanOf }: CompiledFormula,
  { parts, originOf }: Division,
  definition: DialectDefinition,
): readonly SqlPart[] {
  return parts.map(({ node, sql, exact, reasons }) => {
    const origin = originOf(node);
    const span = origin === undefined ? undefined : spanOf(origin);
    const runs = exact ? "database" : sql === TRUE ? "memory" : "both";
    const { text } = render(closed(sql), placeholdersOf(definition));
    return {
      text: span === undefined ? undefined : source.slice(span.start, span.end),
      span,
      runs,
      where: runs === "database" ? text : undefined,
      prefilter: runs === "both" ? text : undefined,
      reasons,
    };
  });
}
