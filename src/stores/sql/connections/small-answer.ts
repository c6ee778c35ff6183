import type { Statement } from "../driver.ts";

/**
 * Whether a statement says that it has no more rows than that, as `toQuery` and `toCount` write it: all user text is in parameters, and a
 * name ends in its quote. An answer of one batch needs no cursor.
 */
export function hasAtMost(rows: number, { text }: Statement): boolean {
  if (/^SELECT COUNT\(\*\) AS c0 FROM /.test(text)) return true;
  const [, limit] = / LIMIT (\d{1,9})$/.exec(text) ?? [];
  return limit !== undefined && Number(limit) <= rows;
}
