import type { SqlValue } from "../../backends/sql/sql-fragment.ts";
import { requireKind } from "../../util/misuse.ts";
import { type CutSql, type PrefilterOptions, requireWhole, type WholeSql } from "./cut-sql.ts";

type Tag<T> = (strings: TemplateStringsArray, ...values: SqlValue[]) => T;

/**
 * The condition of a formula, or a whole query, as a tagged template of another library, such as `sql` of Kysely or
 * Drizzle. The library writes its own placeholders.
 *
 * @param tag the library's tag. Its type argument can be given here: `sql<boolean>`
 * @param source the result of `formula.toSql` or `toQuery`
 * @throws `TypeError` for a condition with a residual, unless the call ends with `{ prefilter: true }`.
 *
 * @example
 * ```ts import { sql } from "kysely";
 *
 * const filter = formula.toSql(postgres, { table: "cars", rows: "pg" }); const rows = await db
 * .selectFrom("cars")
 * .selectAll()
 * .where("owner", "=", owner)
 * .where(tagged(sql<boolean>, filter, { prefilter: true }))
 * .execute(); const found = filter.residual?.filter(rows) ?? rows;
 * ```
 */
export function tagged<T>(tag: Tag<T>, source: WholeSql): T;
/** The overload for a prefilter, which may let other records through. The caller applies the residual. */
export function tagged<T>(tag: Tag<T>, source: CutSql, options: PrefilterOptions): T;
export function tagged<T>(tag: Tag<T>, source: CutSql, options?: PrefilterOptions): T {
  requireKind(tag, "function", "`tagged`: the tag", "pass the library's `sql`");
  requireWhole("`tagged`", source, options);
  return tag(templateOf(source), ...source.values);
}

/**
 * The template strings for each SQL. They are cached since a tag may cache by their identity, as postgres.js does
 * without a limit.
 */
const templates = new WeakMap<CutSql, TemplateStringsArray>();

function templateOf(source: CutSql): TemplateStringsArray {
  const known = templates.get(source);
  if (known !== undefined) return known;
  const template = Object.assign([...source.strings], { raw: source.strings });
  templates.set(source, template);
  return template;
}
