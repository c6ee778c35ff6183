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

// Settings that filters, values and queries in SQL share.

/**
 * Multiplied by the length of the formula, this gives the maximum number of characters of its SQL. The rest is
 * evaluated in memory, which requires the database to send every record.
 */
const SIZE_FACTOR = 64;
const SIZE_ALLOWANCE = 16_384;

/** The limits on the size of a formula's SQL. */
export function roomOf(
  { openedLength }: Pick<CompiledFormula, "openedLength">,
  { limits: { size = Number.POSITIVE_INFINITY, depth, parameters } }: DialectDefinition,
): SqlBudget {
  return { size: Math.min(SIZE_FACTOR * openedLength + SIZE_ALLOWANCE, size), depth, parameters };
}

/** A specialiser for the facts in the mapping and the current time; it reads the clock only if the core does. */
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

/** The number and date fields whose columns are never blank. */
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
