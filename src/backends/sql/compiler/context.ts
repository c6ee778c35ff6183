import type { CoreNode } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { DialectDefinition, PartialPrimitive, Primitive } from "../dialect-definition.ts";
import { and, type Fragment } from "../sql-fragment.ts";
import type { TableMapping } from "../table-mapping.ts";
import type { NodeBounds } from "./number-bounds.ts";

/**
 * A value as SQL. It is NULL if the value is an error, and if a number or date is blank. Texts, lists and booleans have
 * other blanks: for them NULL is always an error.
 */
export interface ValueSql {
  readonly sql: Fragment;
  /** TRUE if the value is blank, else FALSE and never NULL. `undefined` if the value cannot be blank. */
  readonly blank: Fragment | undefined;
  readonly mayFail: boolean;
  /** Whether an error may also be an infinity or NaN, and not NULL. */
  readonly loose: boolean;
  /** For a loose value: a test that costs less than to compare the value. If it is TRUE, the value is not an error. */
  readonly normal?: () => Fragment | undefined;
  /** TRUE if all this is right, else FALSE or NULL. `undefined` if it always is. */
  readonly valid: Fragment | undefined;
}

/** A condition as SQL: TRUE if, and only if, the condition has the truth that was asked for. */
export interface TruthSql {
  readonly sql: Fragment;
  readonly valid: Fragment | undefined;
}

/** The facts and functions that the parts of the compiler share. */
export interface Context {
  readonly dialect: DialectDefinition;
  readonly table: TableMapping;
  readonly bounds: NodeBounds;
  /** Fields that cannot be NULL at this place. */
  readonly present: ReadonlySet<Field>;
  /** A field's column by its name. */
  readonly column: (field: Field) => Fragment;
  /** @throws {@link NotInSql} */
  readonly value: (node: CoreNode) => ValueSql;
  /** @throws {@link NotInSql} */
  readonly truth: (node: CoreNode, wanted: boolean) => TruthSql;
  /** Notes why SQL is exact for some records only. */
  readonly note: (reason: string) => void;
}

/** The reason that people see if memory decides a part because its SQL would be too long. */
export const TOO_LONG = "its SQL would be too long";

/** Thrown inside the compiler, and caught there, if a part of a formula has no exact SQL. Memory then decides it. */
export class NotInSql extends Error {
  override readonly name = "NotInSql";
}

/** The SQL of a primitive. */
export function apply<A extends readonly unknown[]>(
  what: string,
  primitive: Primitive<A>,
  ...operands: A
): Fragment {
  if (typeof primitive === "function") return primitive(...operands);
  throw new NotInSql(`${what}: ${primitive.impossible}`);
}

/** The SQL of a primitive that may be right for some records only, and the condition under which it is. */
export function applyInPart<A extends readonly unknown[]>(
  context: Context,
  what: string,
  primitive: PartialPrimitive<A>,
  ...operands: A
): { readonly sql: Fragment; readonly valid: Fragment | undefined } {
  if (typeof primitive === "function" || "impossible" in primitive) {
    return { sql: apply(what, primitive, ...operands), valid: undefined };
  }
  context.note(`${what}: ${primitive.except}`);
  return { sql: primitive.exactly(...operands), valid: primitive.when(...operands) };
}

/** TRUE if all of several things are right. */
export function bothValid(
  ...parts: readonly { readonly valid: Fragment | undefined }[]
): Fragment | undefined {
  const known = parts.flatMap(({ valid }) => (valid === undefined ? [] : [valid]));
  return known.length === 0 ? undefined : and(...known);
}
