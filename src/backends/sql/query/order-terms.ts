import type { CoreBuilder } from "../../../language/core/builder.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Plain } from "../../../language/values/plain.ts";
import type { Compiler } from "../compiler/compiler.ts";
import { checkedValue } from "../compiler/strict.ts";
import { comparedColumn, dateColumn, fieldColumn, textColumn } from "../compiler/typed-columns.ts";
import { choose, nullTest, type SqlFragment, sql } from "../sql-fragment.ts";
import { mappingOf } from "../table-mapping.ts";

/**
 * A field or formula to sort by, in the core. A formula also has SQL, which is NULL if its value is blank or an error.
 */
export type Sorted = { readonly node: CoreNode; readonly isDescending: boolean } & (
  | { readonly field: Field }
  | { readonly value: SqlFragment }
);

/** The terms of ORDER BY. */
export function orderTerms(
  compiler: Compiler,
  builder: CoreBuilder,
  keys: readonly Sorted[],
): readonly SqlFragment[] {
  return keys.flatMap((key) => {
    const { node, isDescending } = key;
    const direction = (term: SqlFragment): SqlFragment => (isDescending ? sql`${term} DESC` : term);
    if ("value" in key) {
      const { value } = key;
      const term = node.type === "text" ? compiler.dialect.textOrder(value) : value;
      return node.varies ? [flag(nullTest(value)), direction(term)] : [];
    }
    const { field } = key;
    if (field.type === "boolean") {
      return [direction(flag(compiler.truth(node, true).sql))];
    }
    const blank = blankOf(compiler, builder, field, node);
    const term = orderTerm(compiler, field, node);
    // A blank number or date is NULL, so NULLS LAST puts it last without another term.
    const isLast = field.type !== "text" && !isDescending && compiler.dialect.nullsLast === true;
    return blank === undefined || isLast ? [direction(term)] : [flag(blank), direction(term)];
  });
}

function flag(condition: SqlFragment): SqlFragment {
  return choose([[condition, one]], zero);
}

const one = sql`1`;
const zero = sql`0`;

/**
 * The value that ORDER BY compares. A column is used directly if its own order is correct, so that its index can be
 * used.
 */
function orderTerm(compiler: Compiler, field: Field, node: CoreNode): SqlFragment {
  if (node.type === "number") return comparedColumn(compiler, field);
  const column = fieldColumn(compiler, field);
  if (node.type === "date") {
    const isInOrder = column.isInRange && dateColumn(compiler, field).isWhole === true;
    return isInOrder ? column.sql : checkedValue(compiler, node).sql;
  }
  const { native, isNeverEmpty = false } = textColumn(compiler, field);
  // NULL and the empty text are both blank, but differ in the order of a column that has both.
  const hasOneBlank = isNeverEmpty || !column.isNullable;
  return native?.isOrdered === true && hasOneBlank
    ? column.sql
    : compiler.dialect.textOrder(checkedValue(compiler, node).sql);
}

/** TRUE if a key is blank; `undefined` if it never is. */
function blankOf(
  compiler: Compiler,
  builder: CoreBuilder,
  field: Field,
  node: CoreNode,
): SqlFragment | undefined {
  if (field.type !== "text") return checkedValue(compiler, node).blank;
  if (isNeverBlank(field, compiler)) return undefined;
  return compiler.truth(builder.isBlank(node), true).sql;
}

/** Whether a text column is never blank according to its mapping. The compiler itself knows this for other types. */
function isNeverBlank(field: Field, compiler: Compiler): boolean {
  if (field.type !== "text") return false;
  const { notBlank = false, notNull = false } = mappingOf(field, compiler.table);
  return notBlank || (notNull && textColumn(compiler, field).isNeverEmpty === true);
}

/**
 * The condition that a record follows a position: it follows it in one key, and is equal in all earlier keys. The
 * condition starts with a simpler one on the first key, so that an index can be used.
 *
 * @param position the values of the position in the keys; `null` for a blank and for an error
 */
export function afterPosition(
  builder: CoreBuilder,
  keys: readonly Sorted[],
  position: readonly Plain[],
  compiler: Compiler,
): CoreNode {
  const terms = keys.map((key, index) =>
    rowPosition(builder, key, position[index] ?? null, isNeverBlankNode(key.node, compiler)),
  );
  const choices = terms.map((term, index) =>
    builder.and(...terms.slice(0, index).map((earlier) => earlier.same), term.after),
  );
  const first = terms.slice(0, 1).map(({ notBefore }) => notBefore);
  return builder.and(...first, builder.or(...choices));
}

function isNeverBlankNode(node: CoreNode, compiler: Compiler): boolean {
  return node.op === "field" && isNeverBlank(node.data, compiler);
}

interface RowPosition {
  readonly same: CoreNode;
  readonly after: CoreNode;
  readonly notBefore: CoreNode;
}

function rowPosition(
  builder: CoreBuilder,
  { node, isDescending }: Sorted,
  value: Plain,
  neverBlank: boolean,
): RowPosition {
  // An error sorts like a blank.
  const isError = builder.isError(node);
  if (node.type === "boolean") {
    if (value === null) return { same: isError, after: builder.false, notBefore: isError };
    const isLast = (value === true) !== isDescending;
    const same = value === true ? node : builder.not(node);
    return {
      same,
      after: isLast ? isError : builder.or(builder.not(same), isError),
      notBefore: isLast ? builder.or(same, isError) : builder.true,
    };
  }
  // If the column is never blank, the condition for blanks is omitted: it would prevent the use of an index.
  const isBlank = neverBlank ? builder.false : builder.isBlank(node);
  const isLast = builder.or(isBlank, isError);
  if (value === null || value === "")
    return { same: isLast, after: builder.false, notBefore: isLast };
  const constant = constantOf(builder, node, value);
  const before = isDescending ? builder.less(constant, node) : builder.less(node, constant);
  const beyond = isDescending ? builder.less(node, constant) : builder.less(constant, node);
  // The empty text is a blank and sorts last, but a comparison puts it before every other text.
  const isText = node.type === "text";
  const isEarlier = isText ? builder.and(before, builder.not(isBlank)) : before;
  const isLater = isText ? builder.and(beyond, builder.not(isBlank)) : beyond;
  return {
    same: builder.equal(node, constant),
    after: builder.or(isLater, isLast),
    notBefore: builder.or(builder.not(isEarlier), isError),
  };
}

function constantOf(builder: CoreBuilder, { type }: CoreNode, value: Plain): CoreNode {
  if (typeof value === "string") return builder.text(value);
  return type === "date" ? builder.date(Number(value)) : builder.number(Number(value));
}
