import type { CoreNode } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { DialectDefinition, PartialPrimitive, Primitive } from "../dialect-definition.ts";
import { and, type SqlFragment } from "../sql-fragment.ts";
import type { TableMapping } from "../table-mapping.ts";
import type { NodeBounds } from "./number-bounds.ts";

/**
 * A value as SQL. It is NULL for an error, and for a blank number or date. Texts, lists and booleans have other blanks:
 * for them NULL is always an error.
 */
export interface ValueSql {
  readonly sql: SqlFragment;
  /** TRUE if the value is blank, else FALSE and never NULL. `undefined` if the value cannot be blank. */
  readonly blank: SqlFragment | undefined;
  readonly mayFail: boolean;
  /** Whether an error may also be an infinity or NaN instead of NULL. */
  readonly loose: boolean;
  /** For a loose value: a test that is cheaper than comparing the value. If TRUE, the value is not an error. */
  readonly normal?: () => SqlFragment | undefined;
  /** TRUE if the other properties hold, otherwise FALSE or NULL. `undefined` if they always hold. */
  readonly valid: SqlFragment | undefined;
}

/** A condition as SQL: TRUE exactly if the condition has the required truth. */
export interface TruthSql {
  readonly sql: SqlFragment;
  readonly valid: SqlFragment | undefined;
}

/** The services that the parts of the compiler share. */
export interface Context {
  readonly dialect: DialectDefinition;
  readonly table: TableMapping;
  readonly bounds: NodeBounds;
  /** Whether numbers that are too large or too small are left to memory if the SQL of a number is long. */
  readonly leavesNumbers: boolean;
  /** Fields that are known not to be NULL here. */
  readonly present: ReadonlySet<Field>;
  /** The column of a field. */
  readonly column: (field: Field) => SqlFragment;
  /** @throws {@link NotInSql} */
  readonly value: (node: CoreNode) => ValueSql;
  /** @throws {@link NotInSql} */
  readonly truth: (node: CoreNode, wanted: boolean) => TruthSql;
  /** Records why SQL is exact for some records only. */
  readonly note: (reason: string) => void;
}

/** A context in which the values of some nodes are given, and bounds are narrower. */
export type Inside = (values: ReadonlyMap<CoreNode, ValueSql>, bounds?: NodeBounds) => Context;

/** The user-visible reason for evaluating a part in memory because its SQL would be too long. */
export const TOO_LONG = "its SQL would be too long";

/**
 * Thrown and caught inside the compiler if a part of a formula has no exact SQL. The part is then evaluated in memory.
 */
export class NotInSql extends Error {
  override readonly name = "NotInSql";
}

/** Applies a primitive. */
export function apply<A extends readonly unknown[]>(
  what: string,
  primitive: Primitive<A>,
  ...operands: A
): SqlFragment {
  if (typeof primitive === "function") return primitive(...operands);
  throw new NotInSql(`${what}: ${primitive.impossible}`);
}

/** Applies a primitive that may be exact for some records only; `valid` is the condition under which it is. */
export function applyInPart<A extends readonly unknown[]>(
  context: Context,
  what: string,
  primitive: PartialPrimitive<A>,
  ...operands: A
): { readonly sql: SqlFragment; readonly valid: SqlFragment | undefined } {
  if (typeof primitive === "function" || "impossible" in primitive) {
    return { sql: apply(what, primitive, ...operands), valid: undefined };
  }
  context.note(`${what}: ${primitive.except}`);
  return { sql: primitive.exactly(...operands), valid: primitive.when(...operands) };
}

/** TRUE if all of the parts are valid. */
export function bothValid(
  ...parts: readonly { readonly valid: SqlFragment | undefined }[]
): SqlFragment | undefined {
  const known = parts.flatMap(({ valid }) => (valid === undefined ? [] : [valid]));
  return known.length === 0 ? undefined : and(...known);
}
