import type { AnyFormula, CompiledFormula } from "../../../language/core/compiled.ts";
import { computedBy } from "../../../language/core/computation.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import {
  type Field,
  type OrderKey,
  orderKey,
  requirePosition,
  type Schema,
  type SortKey,
} from "../../../language/schema/index.ts";
import { ERROR, type Plain } from "../../../language/values/plain.ts";
import { readField, readProperty } from "../../../language/values/row-value.ts";
import { misuse } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { fieldsOf } from "../compiler/sql-field-test.ts";
import { compiledFormula } from "./computed.ts";

/** A formula to sort by. Blanks and errors come last in both directions. */
export interface FormulaSortKey {
  /** A compiled formula. Its value must not be a list. */
  readonly formula: AnyFormula;
  /** Ascending unless given. */
  readonly direction?: "asc" | "desc";
}

/** A sort key with its formula. */
export interface FormulaKey {
  readonly formula: CompiledFormula;
  /** The name of the formula in the query's fields; `undefined` if it has none. */
  readonly name: string | undefined;
  readonly isDescending: boolean;
}

export type QueryKey = OrderKey | FormulaKey;

export function isFormulaKey(key: QueryKey): key is FormulaKey {
  return "formula" in key;
}

/**
 * The sort keys: the given ones, then the schema's key field.
 *
 * @param named the formulas in the query's fields
 */
export function queryKeys(
  schema: Schema,
  sort: readonly (SortKey | FormulaSortKey)[],
  named: ReadonlyMap<string, CompiledFormula>,
  call: string,
): readonly QueryKey[] {
  if (!Array.isArray(sort)) {
    throw misuse(`\`${call}\`: \`sort\``, "an array of keys such as `{ field, direction }`", sort);
  }
  const keys = new Map<Field | CoreNode, QueryKey>();
  for (const given of sort) {
    const key = queryKey(schema, Object(given), named, call);
    const sorted = isFormulaKey(key) ? key.formula.root : key.field;
    // The first occurrence of a key decides.
    if (!keys.has(sorted)) keys.set(sorted, key);
  }
  const { key } = schema;
  if (key !== undefined && !keys.has(key)) keys.set(key, { field: key, isDescending: false });
  return [...keys.values()];
}

function queryKey(
  schema: Schema,
  given: SortKey | FormulaSortKey,
  named: ReadonlyMap<string, CompiledFormula>,
  call: string,
): QueryKey {
  const isFormula = "formula" in given;
  const name = isFormula ? undefined : given.field;
  const what = `\`${call}\`: the formula to sort by`;
  const formula = isFormula
    ? compiledFormula(given.formula, what)
    : (named.get(given.field) ?? computedNamed(schema, given.field));
  if (formula === undefined) return orderKey(schema, given as SortKey, call);
  const { direction = "asc" } = given;
  if (direction !== "asc" && direction !== "desc") {
    throw misuse(`\`${call}\`: the direction of a formula`, '"asc" or "desc"', direction);
  }
  if (formula.root.type === "list") {
    throw misuse(what, "one whose values have an order", quote(formula.source), "lists have none");
  }
  return { formula, name, isDescending: direction === "desc" };
}

/** The formula of a computed field; `undefined` for other fields and unknown names. */
function computedNamed(schema: Schema, name: string): CompiledFormula | undefined {
  const field = schema.fields.get(name);
  return field && computedBy(field);
}

/**
 * Checks the record that a query starts after. Returns the function that reads its value in a key: `null` for a blank
 * and for an error.
 */
export function positionReader(
  schema: Schema,
  keys: readonly QueryKey[],
  after: unknown,
  now: () => number,
  call: string,
): (key: QueryKey) => Plain {
  const fields = keys.flatMap((key) => (isFormulaKey(key) ? [] : [key]));
  requirePosition(schema, fields, after, call);
  for (const key of keys) {
    if (!isFormulaKey(key)) continue;
    const names = key.name === undefined ? [...fieldsOf(key.formula.root)] : [key];
    for (const { name = "" } of names) {
      if (readProperty(Object(after), name) !== undefined) continue;
      const expected = `a record with ${quote(name)}, which it is sorted by`;
      throw misuse(
        `\`${call}\`: \`after\``,
        expected,
        after,
        "pass the last record as it was read",
      );
    }
  }
  return (key) => {
    if (!isFormulaKey(key)) return readField(after, key.field.name, key.field.type);
    const { name, formula } = key;
    if (name !== undefined) {
      // `null` is a blank or an error here, even for a boolean, whose fields have no blank.
      const isNull = readProperty(Object(after), name) === null;
      return isNull ? null : readField(after, name, formula.root.type);
    }
    const outcome = formula.evaluate(after, now());
    return outcome === ERROR ? null : outcome;
  };
}
