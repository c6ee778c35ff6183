import { evaluate } from "../../../language/core/evaluate.ts";
import { operandsFirst } from "../../../language/core/fold.ts";
import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Plain } from "../../../language/values/plain.ts";
import {
  and,
  FALSE,
  or,
  parameter,
  type Relation,
  related,
  type SqlFragment,
  TRUE,
} from "../sql-fragment.ts";
import { equated, integerLiteral, numberLiteral } from "./constants.ts";
import { apply, type Context } from "./context.ts";
import { againstConstant } from "./relations.ts";
import { comparedColumn, numberColumn, textColumn } from "./typed-columns.ts";

/** The fields that a node reads. */
export function fieldsOf(node: CoreNode): ReadonlySet<Field> {
  const fields = new Set<Field>();
  const seen = new Set<CoreNode>();
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.op === "field") fields.add(next.data);
    pending.push(...[...next.operands].reverse());
  }
  return fields;
}

/** Whether a condition has the required truth if all of its fields are blank. */
export function holdsForBlank(node: CoreNode, wanted: boolean): boolean {
  return evaluate(node, { read: ({ type }) => BLANKS[type], now: 0 }) === wanted;
}

const BLANKS: Readonly<Record<Field["type"], Plain>> = {
  text: "",
  number: null,
  boolean: false,
  date: null,
  list: [],
};

const NOT_STRICT: ReadonlySet<CoreNode["op"]> = new Set<CoreNode["op"]>([
  "if",
  "orElse",
  "isError",
  "isBlank",
  "and",
  "or",
  "not",
  "call",
]);

/** Whether the node's SQL is never TRUE if one of its columns is NULL. */
export function isStrict(node: CoreNode): boolean {
  return operandsFirst(node).every(({ op }) => !NOT_STRICT.has(op));
}

/**
 * Compares a numeric column directly with a constant, so that its index can be used. NULL if the column is. `undefined`
 * for all other conditions.
 */
export function numberTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  const found = againstConstant(node, wanted);
  if (found === undefined || found.operand.op !== "field" || found.operand.type !== "number")
    return undefined;
  const { operand, relation, constant } = found;
  return numberRelation(context, operand.data, relation, constant);
}

/** Compares a numeric column with a constant. */
export function numberRelation(
  context: Context,
  field: Field,
  relation: Relation,
  constant: number,
): SqlFragment {
  const kind = numberColumn(context, field);
  const special = kind.test?.(context.column(field), relation, constant);
  if (special !== undefined) return special;
  if (kind.constant !== undefined)
    return related(context.column(field), relation, kind.constant(constant));
  const column = comparedColumn(context, field);
  if (kind.whole !== undefined) return integerTest(context, column, relation, constant);
  const isEquality = relation === "=" || relation === "<>";
  const tested = isEquality ? equated(context.dialect, column) : column;
  return related(tested, relation, numberLiteral(context.dialect, constant));
}

/**
 * Compares integers with an integer: a fractional bound is rounded to the integer that divides them in the same way.
 */
function integerTest(
  { dialect }: Context,
  column: SqlFragment,
  relation: Relation,
  constant: number,
): SqlFragment {
  const integer = (value: number): SqlFragment => {
    const within = Math.min(Math.max(value, -(2 ** 53) - 2), 2 ** 53 + 2);
    return integerLiteral(dialect, within);
  };
  switch (relation) {
    case "<":
    case ">=":
      return related(column, relation, integer(Math.ceil(constant)));
    case "<=":
    case ">":
      return related(column, relation, integer(Math.floor(constant)));
    default:
      // No integer equals a fraction. An integer that no column holds keeps the shape of the SQL independent of the
      // constant.
      return related(
        column,
        relation,
        integer(Number.isInteger(constant) ? constant : 2 ** 53 + 2),
      );
  }
}

/**
 * Whether a text column starts with a constant, as a range of texts, so that its index can be used. `undefined` for all
 * other conditions.
 */
export function prefixTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  if (node.op !== "startsWith" || context.dialect.prefixAsRange !== true) return undefined;
  const [text, prefix] = operandsOf(node);
  if (text.op !== "field" || prefix.op !== "literal" || typeof prefix.data !== "string")
    return undefined;
  const column = textColumn(context, text.data).read(context.column(text.data));
  return prefixRange(context, column, prefix.data, wanted);
}

/** Whether a text starts with a constant, as a range of texts. */
export function prefixRange(
  context: Context,
  text: SqlFragment,
  prefix: string,
  wanted: boolean,
): SqlFragment {
  const { literal, operations } = context.dialect;
  const before = (a: SqlFragment, b: SqlFragment): SqlFragment =>
    apply("order of texts", operations.textBefore, a, b);
  const beforeOrSame = (a: SqlFragment, b: SqlFragment): SqlFragment =>
    apply("order of texts", operations.textBeforeOrSame, a, b);
  const first = literal.text(parameter(prefix, "text"));
  const end = textAfter(prefix);
  const next = end === undefined ? undefined : literal.text(parameter(end, "text"));
  if (wanted) return and(beforeOrSame(first, text), next === undefined ? TRUE : before(text, next));
  return or(before(text, first), next === undefined ? FALSE : beforeOrSame(next, text));
}

const LAST_CODE_POINT = 0x10ffff;

/** The first text after all texts that start with `prefix`; `undefined` if there is none. */
function textAfter(prefix: string): string | undefined {
  /* v8 ignore next -- a character has a code point */
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === LAST_CODE_POINT) continue;
    // Skips the range of surrogates: they are not characters.
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return undefined;
}

/** A column, and a constant that it is compared with. */
export interface Among {
  readonly field: Field;
  readonly value: string | number;
}

/** An equality of a column with a nonblank constant. */
export function equalityOf(node: CoreNode): Among | undefined {
  if (node.op !== "equal") return undefined;
  const [a, b] = operandsOf(node);
  if (a.op !== "field" || b.op !== "literal") return undefined;
  const { data: value } = b;
  if (a.type === "number" && typeof value === "number") return { field: a.data, value };
  return a.type === "text" && typeof value === "string" && value !== ""
    ? { field: a.data, value }
    : undefined;
}
