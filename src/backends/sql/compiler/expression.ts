import { operandsFirst } from "../../../language/core/fold.ts";
import type { CoreNode, Operation } from "../../../language/core/node.ts";
import {
  and,
  atom,
  choose,
  FALSE,
  NULL,
  nullTest,
  or,
  type SqlFragment,
  sql,
  TRUE,
  unless,
} from "../sql-fragment.ts";
import { kindOf, mappingOf } from "../table-mapping.ts";
import type { Compiler } from "./compiler.ts";
import { emptyText, numberLiteral } from "./constants.ts";
import { apply, bothValid, NotInSql, TOO_LONG } from "./context.ts";
import { fits, type SqlBudget } from "./split.ts";
import { checkedValue } from "./strict.ts";
import { fieldColumn, listColumn, textColumn } from "./typed-columns.ts";

/** A formula's value in SQL, in the form that a query returns. */
export interface OutcomeSql {
  /** NULL if the value is blank or an error. A list is its column unchanged, so an empty list is not NULL. */
  readonly value: SqlFragment;
  /** TRUE if the value is an error, else FALSE. */
  readonly isError: SqlFragment;
}

/** A part of a core that the database cannot compute exactly. */
export interface Obstacle {
  readonly node: CoreNode;
  readonly reasons: readonly string[];
}

/** The value of a core in SQL, or the parts of it that must be computed in memory. */
export type ExpressionResult =
  | ({ readonly ok: true } & OutcomeSql)
  | { readonly ok: false; readonly obstacles: readonly Obstacle[] };

/** Compiles the value of a core for a SELECT, an ORDER BY or a definition. */
export function writeExpression(
  compiler: Compiler,
  node: CoreNode,
  room: SqlBudget,
): ExpressionResult {
  compiler.prepare(node);
  const written = attempt(compiler, () => expressionOf(compiler, node));
  if ("reasons" in written) return { ok: false, obstacles: obstaclesIn(compiler, node) };
  const { done } = written;
  return fits(done.value, room) && fits(done.isError, room)
    ? { ok: true, ...done }
    : { ok: false, obstacles: [{ node, reasons: [TOO_LONG] }] };
}

interface Written extends OutcomeSql {
  readonly valid: SqlFragment | undefined;
}

function attempt<T extends { readonly valid: SqlFragment | undefined }>(
  compiler: Compiler,
  write: () => T,
): { readonly done: T } | { readonly reasons: readonly string[] } {
  try {
    const done = write();
    const reasons = compiler.takeNotes();
    return done.valid === undefined ? { done } : { reasons };
  } catch (error) {
    if (!(error instanceof NotInSql)) throw error;
    compiler.takeNotes();
    return { reasons: [error.message] };
  }
}

/** The innermost parts that have no exact SQL. */
function obstaclesIn(compiler: Compiler, root: CoreNode): readonly Obstacle[] {
  const blocked = new Set<CoreNode>();
  const obstacles: Obstacle[] = [];
  for (const node of operandsFirst(root)) {
    const written = attempt(compiler, () => expressionOf(compiler, node));
    if (!("reasons" in written)) continue;
    blocked.add(node);
    if (node.operands.some((operand) => blocked.has(operand))) continue;
    obstacles.push({ node, reasons: written.reasons });
  }
  return obstacles;
}

function expressionOf(compiler: Compiler, node: CoreNode): Written {
  switch (node.type) {
    case "boolean":
      return truthExpression(compiler, node);
    case "list": {
      const { sql: column, kind } = listColumn(compiler, node);
      return { value: kind.select?.(column) ?? column, isError: FALSE, valid: undefined };
    }
    case "text":
      if (node.op === "field" && isNeverEmpty(compiler, node.data)) {
        const { sql: column } = fieldColumn(compiler, node.data);
        const { read } = textColumn(compiler, node.data);
        return { value: read(column), isError: FALSE, valid: undefined };
      }
  }
  const { sql: result, blank = FALSE, mayFail, valid } = checkedValue(compiler, node);
  const isError = mayFail ? and(nullTest(result), unless(blank)) : FALSE;
  if (node.type === "text") {
    return { value: filledText(compiler, node, result), isError, valid };
  }
  const value =
    node.type === "number" && !NEVER_NEGATIVE_ZERO.has(node.op) && result !== NULL
      ? sql`${result} + ${numberLiteral(compiler.dialect, 0)}`
      : result;
  return { value, isError, valid };
}

/** The language has one zero, but engines have two. These operations never return -0. */
const NEVER_NEGATIVE_ZERO: ReadonlySet<Operation> = new Set<Operation>([
  "literal",
  "blank",
  "fail",
  // A column is selected unchanged.
  "field",
  "length",
  "find",
  "listLength",
  "datePart",
  "abs",
]);

/** A text with NULL in place of the empty text. */
function filledText(compiler: Compiler, node: CoreNode, text: SqlFragment): SqlFragment {
  if (node.op === "literal" && node.data !== "") return text;
  const { differentText } = compiler.dialect.operations;
  const isFilled = apply("equality of texts", differentText, text, emptyText(compiler));
  return choose([[isFilled, text]]);
}

function isNeverEmpty(compiler: Compiler, field: Parameters<typeof mappingOf>[0]): boolean {
  const { notBlank = false } = mappingOf(field, compiler.table);
  return notBlank || kindOf(field, compiler.table, compiler.dialect, "text").isNeverEmpty === true;
}

function truthExpression(compiler: Compiler, node: CoreNode): Written {
  const isTrue = compiler.truth(node, true);
  if (!node.mayFail) {
    const value = isTrue.sql === TRUE ? yes : choose([[isTrue.sql, yes]], no);
    return { value, isError: FALSE, valid: isTrue.valid };
  }
  const isFalse = compiler.truth(node, false);
  return {
    value: choose([
      [isTrue.sql, yes],
      [isFalse.sql, no],
    ]),
    isError: unless(or(isTrue.sql, isFalse.sql)),
    valid: bothValid(isTrue, isFalse),
  };
}

const yes = atom`TRUE`;
const no = atom`FALSE`;
