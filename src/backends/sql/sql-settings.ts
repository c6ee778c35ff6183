import type { CompiledFormula } from "../../language/core/compiled.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { Specialiser } from "../../language/core/specialise.ts";
import { usesClock } from "../../language/core/uses.ts";
import type { Field } from "../../language/schema/index.ts";
import type { SqlBudget } from "./compiler/split.ts";
import { fieldsOf } from "./compiler/sql-field-test.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import type { Placeholders } from "./sql-fragment.ts";
import { mappingOf, type TableMapping } from "./table-mapping.ts";

// The settings that every form of a formula in SQL shares: filters, values and queries.

/**
 * With the length of the formula, these give the most characters of its SQL. Memory decides the rest, for which the
 * database has to send every record.
 */
const SIZE_FACTOR = 64;
const SIZE_ALLOWANCE = 16_384;

/** How large the SQL of a formula may be. */
export function roomOf(
  { openedLength }: Pick<CompiledFormula, "openedLength">,
  { limits: { size = Number.POSITIVE_INFINITY, depth, parameters } }: DialectDefinition,
): SqlBudget {
  return { size: Math.min(SIZE_FACTOR * openedLength + SIZE_ALLOWANCE, size), depth, parameters };
}

/** A specialiser that knows what the mapping says, and the time; the clock is read only if the core reads it. */
export function specialiserOf(
  formula: Pick<CompiledFormula, "now">,
  root: CoreNode,
  table: TableMapping,
): { readonly specialiser: Specialiser; readonly now: number } {
  const neverBlank = neverBlankFields(fieldsOf(root), table);
  if (!usesClock(root)) return { specialiser: new Specialiser({ neverBlank }), now: 0 };
  const now = formula.now();
  return { specialiser: new Specialiser({ now, neverBlank }), now };
}

/** The fields of numbers and dates whose columns are never blank. */
export function neverBlankFields(fields: Iterable<Field>, table: TableMapping): ReadonlySet<Field> {
  return new Set([...fields].filter((field) => isNeverBlank(field, table)));
}

function isNeverBlank(field: Field, table: TableMapping): boolean {
  const { notNull = false, inRange = false } = mappingOf(field, table);
  return notNull && (field.type === "number" || (field.type === "date" && inRange));
}

export function placeholdersOf({
  placeholder,
  reusesPlaceholders,
}: DialectDefinition): Placeholders {
  return { placeholder, reusable: reusesPlaceholders };
}
