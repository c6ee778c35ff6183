import type { SqlValue } from "../../backends/sql/sql-fragment.ts";
import { requireKind } from "../../util/misuse.ts";
import { requireParams } from "./cut-sql.ts";

/**
 * The parameters by their names in ClickHouse's SQL (`p1`, `p2` and so on), for `query_params` of `@clickhouse/client`.
 *
 * @param source the result of `formula.toSql` or `toQuery`
 * @param firstParameter the value of that option of `toSql`. Default: 1
 *
 * @example
 * ```ts const query = toQuery(clickhouse, { schema, table: "cars", filter: formula }); const answer = await
 * client.query({
 * query: query.text,
 * query_params: namedParameters(query),
 * format: "JSONCompactEachRow", });
 * ```
 */
export function namedParameters(
  source: { readonly params: readonly SqlValue[] },
  firstParameter = 1,
): Record<string, SqlValue> {
  requireParams(source, "`namedParameters`");
  requireKind(firstParameter, "number", "`namedParameters`: the number of the first");
  return Object.fromEntries(
    source.params.map((value, index) => [`p${firstParameter + index}`, value]),
  );
}
