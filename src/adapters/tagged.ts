import type { SqlValue } from "../sql/fragment.ts";
import { type CutSql, piecesOf } from "./pieces.ts";

/**
 * The condition of a formula, or a whole query, as a tagged template of another library makes it: Kysely's `sql`, Drizzle's,
 * and every other tag that takes values between texts. The library writes its own placeholders. A condition gets parentheses.
 *
 * @param tag the library's tag; where its type has a parameter, so can this: `sql<boolean>`
 * @param source the result of `formula.toSql` or `toQuery`
 *
 * @example
 * ```ts
 * import { sql } from "kysely";
 *
 * const filter = formula.toSql(postgres, { table: "cars" });
 * const rows = await db
 *   .selectFrom("cars")
 *   .selectAll()
 *   .where("owner", "=", owner)
 *   .where(tagged(sql<boolean>, filter))
 *   .execute();
 * const found = filter.residual?.filter(rows) ?? rows;
 * ```
 */
export function tagged<T>(
  tag: (strings: TemplateStringsArray, ...values: SqlValue[]) => T,
  source: CutSql,
): T {
  return tag(templateOf(source), ...source.values);
}

/** A tag may know a template again, as one that stands in a program: postgres.js keeps every one that it has seen. */
const templates = new WeakMap<CutSql, TemplateStringsArray>();

function templateOf(source: CutSql): TemplateStringsArray {
  const known = templates.get(source);
  if (known !== undefined) return known;
  const pieces = piecesOf(source);
  const template = Object.assign([...pieces], { raw: pieces });
  templates.set(source, template);
  return template;
}
