import type { SqlValue } from "../../backends/sql/sql-fragment.ts";
import { requireKind } from "../../util/misuse.ts";
import { type CutSql, type PrefilterOptions, requireWhole, type WholeSql } from "./cut-sql.ts";

type Tag<T> = (strings: TemplateStringsArray, ...values: SqlValue[]) => T;

/**
 * The condition of a formula, or a whole query, as the tagged template of another library makes it: the `sql` of
 * Kysely or of Drizzle, or any other tag that takes values between texts. The library writes its own placeholders.
 *
 * @param tag the library's tag. Its type argument can be given here as well: `sql<boolean>`
 * @param source the result of `formula.toSql` or `toQuery`
 * @throws `TypeError` for a condition with a residual, unless the call ends with `{ prefilter: true }`.
 *
 * @example
 * ```ts
 * import { sql } from "kysely";
 *
 * const filter = formula.toSql(postgres, { table: "cars", rows: "pg" });
 * const rows = await db
 *   .selectFrom("cars")
 *   .selectAll()
 *   .where("owner", "=", owner)
 *   .where(tagged(sql<boolean>, filter, { prefilter: true }))
 *   .execute();
 * const found = filter.residual?.filter(rows) ?? rows;
 * ```
 */
export function tagged<T>(tag: Tag<T>, source: WholeSql): T;
/** The same with a condition that may let other records through. The caller then applies its residual. */
export function tagged<T>(tag: Tag<T>, source: CutSql, options: PrefilterOptions): T;
export function tagged<T>(tag: Tag<T>, source: CutSql, options?: PrefilterOptions): T {
  requireKind(tag, "function", "`tagged`: the tag", "pass the library's `sql`");
  requireWhole("`tagged`", source, options);
  return tag(templateOf(source), ...source.values);
}

/**
 * The template that was made for each SQL. A tag may remember templates, since those of a program are few: postgres.js
 * keeps each one that it has seen. So the same SQL must always get the same template.
 */
const templates = new WeakMap<CutSql, TemplateStringsArray>();

function templateOf(source: CutSql): TemplateStringsArray {
  const known = templates.get(source);
  if (known !== undefined) return known;
  const template = Object.assign([...source.strings], { raw: source.strings });
  templates.set(source, template);
  return template;
}
