import type { CompiledFormula, RowFilter } from "../../language/core/compiled.ts";
import { type CoreNode, operandOf } from "../../language/core/node.ts";
import type { Specialiser } from "../../language/core/specialise.ts";
import type { Field } from "../../language/schema/index.ts";
import { Compiler } from "./compiler/compiler.ts";
import { type ConditionPart, splitWithin } from "./compiler/split.ts";
import { fieldsOf } from "./compiler/sql-field-test.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import { overRows, tableColumns } from "./rows/record-reader.ts";
import type { RowForm, RowSource } from "./rows/row-source.ts";
import { and, closed, render, type SqlFragment, TRUE } from "./sql-fragment.ts";
import type { SqlPart, SqlText } from "./sql-part.ts";
import { placeholdersOf, roomOf, specialiserOf } from "./sql-settings.ts";
import type { TableMapping } from "./table-mapping.ts";

/**
 * The part of a formula that the database cannot evaluate. Apply it to the rows that the database returns, in the form
 * that the driver gives them.
 */
export interface Residual extends RowFilter {
  /** The fields that it reads. The query must select them. */
  readonly fields: readonly string[];
  /** The reasons why the database cannot evaluate it. */
  readonly reasons: readonly string[];
}

/** A formula that the database evaluates completely. */
export interface SqlCondition extends SqlText {
  /**
   * A condition that is TRUE for exactly the records that the formula selects; with the option `when: false`, for
   * exactly those for which the formula is false.
   */
  readonly where: string;
  /** Always `undefined`, since `where` is the whole condition. */
  readonly prefilter?: undefined;
  /** Always `undefined`, since the database evaluates the whole formula. */
  readonly residual: undefined;
}

/** A formula that the database evaluates only in part. */
export interface SqlPrefilter extends SqlText {
  /** A condition that is TRUE for every record that the formula selects, and for others, which `residual` removes. */
  readonly prefilter: string;
  /**
   * Always `undefined`, so that a statement that changes records cannot mistake the prefilter for the whole formula.
   */
  readonly where?: undefined;
  /** Decides in memory which of the rows match. It must be applied: the prefilter returns too many rows. */
  readonly residual: Residual;
}

/**
 * A formula as a condition of SQL. It can be put under AND, OR and NOT unchanged: it is one comparison or call, or it
 * has parentheses.
 */
export type SqlFilter = SqlCondition | SqlPrefilter;

/** A formula as a condition that the database evaluates completely, or the parts that it cannot. */
export type ExactSqlFilter =
  | (SqlText & { readonly ok: true; readonly where: string })
  | { readonly ok: false; readonly undecided: readonly SqlPart[] };

/** The options of `toSql`. */
export interface SqlOptions extends TableMapping {
  /** The number of the first placeholder, if the condition is part of a statement that has others; 1 unless given. */
  readonly firstParameter?: number;
  /**
   * The source of the residual's rows: the name of the driver's package, such as `"pg"`. Without it, the residual reads
   * rows by the names of their columns, and rejects a date that some drivers interpret as a local time. `"records"` are
   * objects with the fields by name, in the form that `formula.filter` takes.
   */
  readonly rows?: RowSource;
  /**
   * The truth of the formula for which the condition is TRUE: `true`, unless given. With `false`, the condition is TRUE
   * for exactly the records that the formula `NOT(…)` selects. Records for which the formula is an error meet neither
   * condition, and `NOT <where>` does not exclude them.
   */
  readonly when?: boolean;
  /** Omitted: the database may leave a part to a residual. */
  readonly exact?: false;
}

/** The options of `toSql` for a condition that the database must evaluate completely. */
export interface ExactSqlOptions extends Omit<SqlOptions, "exact"> {
  /** If the database cannot evaluate the whole formula, the result has no prefilter, but names the undecided parts. */
  readonly exact: true;
}

/** A formula divided between the database and memory. */
export interface Division {
  readonly sql: SqlFragment;
  readonly residual: Residual | undefined;
  readonly parts: readonly ConditionPart[];
  /** The source nodes of a part. The condition of a part may be the negation of one of them. */
  readonly originsOf: (part: ConditionPart) => readonly (CoreNode | undefined)[];
}

/**
 * Divides a formula for one dialect and table.
 *
 * @param form the form of the rows that the residual reads
 */
export function divide(
  formula: CompiledFormula,
  dialect: DialectDefinition,
  { when = true, ...table }: TableMapping & Pick<SqlOptions, "when">,
  form: RowForm | "records" = "records",
): Division {
  const { specialiser, now } = specialiserOf(formula, formula.condition, table);
  const isTrue = specialiser.of(formula.condition);
  const condition = when ? isTrue : specialiser.builder.not(isTrue);
  const room = roomOf(formula, dialect);
  const parts = splitWithin(new Compiler(dialect, table, room.size), condition, room);
  return {
    sql: and(...parts.map((part) => part.sql)),
    residual: residualOf(formula, specialiser, parts, now, (filter, read) =>
      form === "records" ? filter : overRows(filter, tableColumns(read, table, dialect, form)),
    ),
    parts,
    originsOf: ({ node, wanted }) => [
      specialiser.originOf(node),
      ...(node.op === "not" ? [specialiser.originOf(operandOf(node))] : []),
      ...(wanted ? [] : [specialiser.originOf(specialiser.builder.not(node))]),
    ],
  };
}

function residualOf(
  formula: CompiledFormula,
  { builder }: Specialiser,
  parts: readonly ConditionPart[],
  now: number,
  reading: (filter: RowFilter, fields: readonly Field[]) => RowFilter,
): Residual | undefined {
  const open = parts.filter((part) => !part.exact);
  if (open.length === 0) return undefined;
  const rest = builder.and(...open.map(({ node, wanted }) => (wanted ? node : builder.not(node))));
  const fields = [...fieldsOf(rest)];
  return {
    ...reading(formula.inMemory(rest, now), fields),
    fields: fields.map((field) => field.name),
    reasons: [...new Set(open.flatMap((part) => part.reasons))],
  };
}

/** The parts of a divided formula: each with its SQL, or with the reason why it is evaluated in memory. */
export function partsOf(
  { source, spanOf }: CompiledFormula,
  { parts, originsOf }: Division,
  definition: DialectDefinition,
): readonly SqlPart[] {
  return parts.map((part) => {
    const { sql, exact, reasons } = part;
    const span = originsOf(part)
      .map((origin) => origin && spanOf(origin))
      .find((found) => found !== undefined);
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
