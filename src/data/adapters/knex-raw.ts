import { SqlMappingError } from "../../backends/sql/sql-mapping-error.ts";
import { misuse, requireKind } from "../../util/misuse.ts";
import { type CutSql, type PrefilterOptions, requireWhole, type WholeSql } from "./cut-sql.ts";

/** The part of Knex's `raw` result that we use. */
interface RawLike {
  toSQL(): { toNative(): { readonly sql: string } };
}

/** The part of a Knex instance or transaction that we use. */
interface KnexLike<R extends RawLike> {
  /** @param bindings an array */
  raw(sql: string, bindings?: object): R;
}

/**
 * The condition of a formula, or a whole query, as Knex's `raw`.
 *
 * @param knex a Knex or a transaction
 * @param source the result of `formula.toSql` or `toQuery`
 * @throws SqlMappingError if a name has a backslash before a question mark, and Knex cannot write it for this database.
 * @throws `TypeError` for a condition with a residual, unless the call ends with `{ prefilter: true }`.
 *
 * @example
 * ```ts
 * const filter = formula.toSql(postgres, { table: "cars", rows: "pg" });
 * const rows = await knex("cars").where({ owner }).where(knexRaw(knex, filter, { prefilter: true }));
 * const found = filter.residual?.filter(rows) ?? rows;
 * ```
 */
export function knexRaw<R extends RawLike>(knex: KnexLike<R>, source: WholeSql): R;
/** The overload for a prefilter, which may let other records through. The caller applies the residual. */
export function knexRaw<R extends RawLike>(
  knex: KnexLike<R>,
  source: CutSql,
  options: PrefilterOptions,
): R;
export function knexRaw<R extends RawLike>(
  knex: KnexLike<R>,
  source: CutSql,
  options?: PrefilterOptions,
): R {
  if (typeof knex !== "function" && (typeof knex !== "object" || knex === null)) {
    throw misuse("`knexRaw`: the first argument", "a Knex or a transaction", knex);
  }
  requireKind(knex.raw, "function", "`knexRaw`: `raw` of the first argument");
  requireWhole("`knexRaw`", source, options);
  const { strings, values } = source;
  if (!strings.some((text) => text.includes("?"))) return knex.raw(strings.join("?"), values);
  // A question mark in a name needs a backslash in Knex, which only some of its dialects remove.
  if (knex.raw("\\?", []).toSQL().toNative().sql === "?") {
    if (strings.some((text) => text.includes("\\?"))) {
      throw new SqlMappingError("Knex writes no name with a backslash before a question mark");
    }
    return knex.raw(strings.map((text) => text.replaceAll("?", "\\?")).join("?"), values);
  }
  // In the other dialects, these characters become a nested `raw` binding, which Knex inserts unchanged.
  const bindings = strings.flatMap((text, index) => [
    ...Array.from(text.matchAll(MARKS), ([marks]) => knex.raw(marks)),
    ...values.slice(index, index + 1),
  ]);
  return knex.raw(strings.map((text) => text.replaceAll(MARKS, "?")).join("?"), bindings);
}

/** Question marks and backslashes. A run of them stays together, since Knex parses it as a unit. */
const MARKS = /[?\\]+/g;
