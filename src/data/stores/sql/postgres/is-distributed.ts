import type { Ask } from "../sessions/engine.ts";

/**
 * Whether a table is distributed over several servers: a Citus table, a foreign table, or one with foreign partitions.
 */
export async function isDistributed(ask: Ask, quotedTable: string): Promise<boolean> {
  const params = [quotedTable];
  const [[isForeign, isCitus] = []] = await ask({
    text: `WITH RECURSIVE parts AS (SELECT to_regclass($1::text)::oid AS oid
  UNION SELECT i.inhrelid FROM pg_inherits i JOIN parts p ON i.inhparent = p.oid)
SELECT EXISTS (SELECT FROM parts p JOIN pg_class c ON c.oid = p.oid WHERE c.relkind = 'f'),
  to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL`,
    params,
    mostRows: 1,
  });
  if (isForeign === "t" || isCitus !== "t") return isForeign === "t";
  // Citus tables of other kinds are complete on each server, or on a single one.
  const [[isSpread] = []] = await ask({
    text: `SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition
  WHERE logicalrelid = to_regclass($1::text) AND partmethod IN ('h', 'r', 'a'))`,
    params,
    mostRows: 1,
  });
  return isSpread === "t";
}
