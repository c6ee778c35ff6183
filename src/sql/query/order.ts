import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import type { Field, OrderKey } from "../../schema/index.ts";
import type { Plain } from "../../values/plain.ts";
import { readField } from "../../values/row-value.ts";
import { comparedColumn } from "../compiler/columns.ts";
import type { Compiler } from "../compiler/compiler.ts";
import { checkedValue } from "../compiler/strict.ts";
import { choose, type Fragment, sql } from "../fragment.ts";
import { mappingOf, type TableMapping } from "../mapping.ts";

/** The terms of ORDER BY. */
export function orderTerms(
  compiler: Compiler,
  builder: CoreBuilder,
  keys: readonly OrderKey[],
): readonly Fragment[] {
  return keys.flatMap(({ field, isDescending }) => {
    const direction = (term: Fragment): Fragment => (isDescending ? sql`${term} DESC` : term);
    const node = builder.field(field);
    if (field.type === "boolean") {
      return [direction(flag(compiler.truth(node, true).sql))];
    }
    const blank = blankOf(compiler, builder, node);
    const term = orderTerm(compiler, node);
    return blank === undefined ? [direction(term)] : [flag(blank), direction(term)];
  });
}

function flag(condition: Fragment): Fragment {
  return choose([[condition, one]], zero);
}

const one = sql`1`;
const zero = sql`0`;

/** The value that ORDER BY compares. A column of numbers is not converted if possible, so that its index serves. */
function orderTerm(compiler: Compiler, node: CoreNode): Fragment {
  if (node.op === "field" && node.type === "number") return comparedColumn(compiler, node.data);
  const { sql: value } = checkedValue(compiler, node);
  return node.type === "text" ? compiler.dialect.textOrder(value) : value;
}

/** TRUE if a key is blank; `undefined` if it never is. */
function blankOf(compiler: Compiler, builder: CoreBuilder, node: CoreNode): Fragment | undefined {
  if (node.type !== "text") return checkedValue(compiler, node).blank;
  const neverBlank = node.op === "field" && isNeverBlank(node.data, compiler.table);
  return neverBlank ? undefined : compiler.truth(builder.isBlank(node), true).sql;
}

/** Whether a column of text is never blank, as its mapping says. The compiler itself knows this of the other types. */
function isNeverBlank(field: Field, table: TableMapping): boolean {
  return field.type === "text" && mappingOf(field, table).notBlank === true;
}

/**
 * The condition that a record comes after a position: it comes after it in one key, and is the same in all keys before
 * that one. The condition begins with a simpler one on the first key, so that an index can serve.
 */
export function afterPosition(
  builder: CoreBuilder,
  keys: readonly OrderKey[],
  position: unknown,
  table: TableMapping,
): CoreNode {
  const places = keys.map((key) => placeOf(builder, key, position, isNeverBlank(key.field, table)));
  const choices = places.map((place, index) =>
    builder.and(...places.slice(0, index).map((earlier) => earlier.same), place.after),
  );
  const [first] = places;
  return builder.and(...(first === undefined ? [] : [first.notBefore]), builder.or(...choices));
}

interface Place {
  readonly same: CoreNode;
  readonly after: CoreNode;
  readonly notBefore: CoreNode;
}

function placeOf(
  builder: CoreBuilder,
  { field, isDescending }: OrderKey,
  position: unknown,
  neverBlank: boolean,
): Place {
  const node = builder.field(field);
  const value = readField(position, field.name, field.type);
  if (field.type === "boolean") {
    const isLast = (value === true) !== isDescending;
    const same = value === true ? node : builder.not(node);
    return {
      same,
      after: isLast ? builder.false : builder.not(same),
      notBefore: isLast ? same : builder.true,
    };
  }
  // If the column is never blank, the condition for blanks is left out: it would keep an index from serving.
  const isBlank = neverBlank ? builder.false : builder.isBlank(node);
  if (value === null || value === "")
    return { same: isBlank, after: builder.false, notBefore: isBlank };
  const constant = constantOf(builder, field, value);
  const before = isDescending ? builder.less(constant, node) : builder.less(node, constant);
  const beyond = isDescending ? builder.less(node, constant) : builder.less(constant, node);
  // The empty text is a blank and so comes last, but in a comparison it comes before every other text.
  const isEarlier = field.type === "text" ? builder.and(before, builder.not(isBlank)) : before;
  const isLater = field.type === "text" ? builder.and(beyond, builder.not(isBlank)) : beyond;
  return {
    same: builder.equal(node, constant),
    after: builder.or(isLater, isBlank),
    notBefore: builder.not(isEarlier),
  };
}

function constantOf(builder: CoreBuilder, { type }: Field, value: Plain): CoreNode {
  if (typeof value === "string") return builder.text(value);
  return type === "date" ? builder.date(Number(value)) : builder.number(Number(value));
}
