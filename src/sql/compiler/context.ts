import type { CoreNode } from "../../core/node.ts";
import type { Field } from "../../schema/index.ts";
import type { DialectDefinition, Primitive } from "../dialect-definition.ts";
import { and, type Fragment } from "../fragment.ts";
import type { TableMapping } from "../mapping.ts";
import type { Bounds } from "./bounds.ts";

/**
 * A value as SQL. It is NULL where the value is an error, and where it is blank: texts, lists and booleans have no NULL for a
 * blank, so of them NULL is always an error.
 */
export interface ValueSql {
  readonly sql: Fragment;
  /** TRUE where the value is blank, FALSE (never NULL) elsewhere; `undefined` where it never is. */
  readonly blank: Fragment | undefined;
  readonly mayFail: boolean;
  /** Whether an error may also show as an infinity or as NaN. */
  readonly loose: boolean;
  /** Where it is loose: a test that is only TRUE where the value is no error, and cheaper than a look at the value. */
  readonly normal?: () => Fragment | undefined;
  /** TRUE where all this can be trusted, FALSE or NULL elsewhere; `undefined` where it always can. */
  readonly valid: Fragment | undefined;
}

/** A condition as SQL: TRUE exactly where it has the truth that was asked for, FALSE or NULL elsewhere. */
export interface TruthSql {
  readonly sql: Fragment;
  readonly valid: Fragment | undefined;
}

/** What the parts of the compiler ask of each other. */
export interface Context {
  readonly dialect: DialectDefinition;
  readonly table: TableMapping;
  readonly bounds: Bounds;
  /** Fields that are known not to be NULL where this is evaluated. */
  readonly present: ReadonlySet<Field>;
  /** A field's column by its name. */
  readonly column: (field: Field) => Fragment;
  /** @throws {@link NotInSql} */
  readonly value: (node: CoreNode) => ValueSql;
  /** @throws {@link NotInSql} */
  readonly truth: (node: CoreNode, wanted: boolean) => TruthSql;
  /** Notes why a value is exact for some records only. */
  readonly note: (reason: string) => void;
}

/** Thrown inside the compiler alone, where a part of a formula has no exact SQL; the part is then decided in memory. */
export class NotInSql extends Error {
  override readonly name = "NotInSql";
}

/** A primitive's SQL, and where it can be trusted. */
export function apply<A extends readonly unknown[]>(
  context: Context,
  what: string,
  primitive: Primitive<A>,
  ...operands: A
): { readonly sql: Fragment; readonly valid: Fragment | undefined } {
  if (typeof primitive === "function") return { sql: primitive(...operands), valid: undefined };
  if ("impossible" in primitive) throw new NotInSql(`${what}: ${primitive.impossible}`);
  context.note(`${what}: ${primitive.except}`);
  return { sql: primitive.exactly(...operands), valid: primitive.when(...operands) };
}

/** Where all of several things can be trusted. */
export function bothValid(
  ...parts: readonly { readonly valid: Fragment | undefined }[]
): Fragment | undefined {
  const known = parts.flatMap(({ valid }) => (valid === undefined ? [] : [valid]));
  return known.length === 0 ? undefined : and(...known);
}
