import type { CompiledFormula } from "../../language/core/compiled.ts";
import { operandsFirst } from "../../language/core/fold.ts";
import type { Specialiser } from "../../language/core/specialise.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { misuse } from "../../util/misuse.ts";
import { Compiler } from "./compiler/compiler.ts";
import { type Obstacle, writeExpression } from "./compiler/expression.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import {
  closed,
  enclosed,
  render,
  type SqlFragment,
  type SqlParameterType,
  type SqlValue,
} from "./sql-fragment.ts";
import type { SqlPart, SqlText } from "./sql-part.ts";
import { placeholdersOf, roomOf, specialiserOf } from "./sql-settings.ts";
import type { TableMapping } from "./table-mapping.ts";

/** The options of `toSqlValue`. */
export interface SqlValueOptions extends TableMapping {
  /** The number of the first placeholder, if the expression is part of a statement that has others; 1 unless given. */
  readonly firstParameter?: number;
  /**
   * How constants of the formula are passed: as parameters, unless given, or `"inline"` in the SQL itself, for a
   * generated column or an index, whose definitions have no parameters. The value must not depend on the time then.
   */
  readonly constants?: "bound" | "inline";
}

/** An SQL expression with its parameters. It may be put into any expression unchanged. */
export interface SqlExpression extends SqlText {
  /** The SQL, with the dialect's placeholders for `params`. */
  readonly sql: string;
}

/** A formula's value as SQL, or the parts of the formula that the database does not compute exactly. */
export type SqlValueResult =
  | {
      readonly ok: true;
      /** The type of the value in the language. */
      readonly type: ValueType;
      /** The value. It is NULL if the formula's value is blank or an error. */
      readonly value: SqlExpression;
      /**
       * TRUE if the formula's value is an error, else FALSE. The numbers of its placeholders follow those of `value`.
       */
      readonly isError: SqlExpression;
    }
  | { readonly ok: false; readonly undecided: readonly SqlPart[] };

/** The value of a formula for one dialect and table. */
export function valueInSql(
  formula: CompiledFormula,
  dialect: DialectDefinition,
  options: SqlValueOptions,
): SqlValueResult {
  const { constants = "bound", firstParameter = 1 } = options;
  if (constants !== "bound" && constants !== "inline") {
    throw misuse("`toSqlValue`: the option `constants`", '"bound" or "inline"', constants);
  }
  const { root } = formula;
  if (constants === "inline") {
    const clock = operandsFirst(root).filter(({ op }) => op === "now");
    const timed = clock.map((node) => ({ node, reasons: [TIME_STANDS_STILL] }));
    if (timed.length > 0) return { ok: false, undecided: undecidedParts(formula, timed) };
  }
  const { specialiser } = specialiserOf(formula, root, options);
  const room = roomOf(formula, dialect);
  const node = specialiser.of(root);
  const written = writeExpression(new Compiler(dialect, options, room.size), node, room);
  if (!written.ok) {
    return { ok: false, undecided: undecidedParts(formula, written.obstacles, specialiser) };
  }
  const write = constants === "inline" ? inlineText : boundText;
  const value = write(enclosed(written.value), dialect, firstParameter);
  const isError = write(closed(written.isError), dialect, firstParameter + value.params.length);
  return { ok: true, type: root.type, value, isError };
}

const TIME_STANDS_STILL =
  "the definition of a column or an index would keep the time at which it was made";

function boundText(sql: SqlFragment, dialect: DialectDefinition, first: number): SqlExpression {
  const { text, ...rest } = render(sql, placeholdersOf(dialect), first);
  return { sql: text, ...rest };
}

/** SQL with its constants inlined. */
export function inlineText(sql: SqlFragment, { inline }: DialectDefinition): SqlExpression {
  const placeholder = (_: number, type: SqlParameterType, value: SqlValue): string =>
    inline(value, type);
  const { text } = render(sql, { reusable: false, placeholder });
  return { sql: text, params: [], strings: [text], values: [] };
}

/** The parts of the formula that must be computed in memory, for messages. */
export function undecidedParts(
  { source, spanOf }: CompiledFormula,
  obstacles: readonly Obstacle[],
  specialiser?: Specialiser,
): readonly SqlPart[] {
  const parts = obstacles.map(({ node, reasons }): SqlPart => {
    const span = spanOf(specialiser?.originOf(node) ?? node);
    return {
      text: span === undefined ? undefined : source.slice(span.start, span.end),
      span,
      runs: "memory",
      where: undefined,
      prefilter: undefined,
      reasons,
    };
  });
  return parts.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}
