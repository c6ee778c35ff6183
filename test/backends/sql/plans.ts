import type { Engine, EngineName, SqlParameter } from "../../engines/engine.ts";

/** How an engine accesses the rows of a WHERE, according to its plan. */
export interface Access {
  /** `part` if an index, a zone map or a sparse key avoids reading the rest of the table. */
  readonly reads: "part" | "all";
  /** A short form of the plan. */
  readonly plan: string;
}

export interface Statement {
  readonly text: string;
  readonly params: readonly SqlParameter[];
}

type Answer = readonly (readonly unknown[])[];

interface Reader {
  readonly explain: string;
  /** @param rows the number of rows in the table */
  readonly read: (answer: Answer, rows: number) => Access;
}

const READERS: Readonly<Record<EngineName, Reader>> = {
  sqlite: { explain: "EXPLAIN QUERY PLAN", read: readSqlite },
  duckdb: { explain: "EXPLAIN (ANALYZE, FORMAT json)", read: readDuckDb },
  postgres: { explain: "EXPLAIN (FORMAT JSON)", read: readPostgres },
  mariadb: { explain: "EXPLAIN FORMAT=JSON", read: readMariaDb },
  clickhouse: { explain: "EXPLAIN indexes = 1", read: readClickHouse },
};

/** The plan of a SELECT from one table. */
export async function accessOf(
  engine: Pick<Engine, "name" | "query">,
  { text, params }: Statement,
  rows: number,
): Promise<Access> {
  const { explain, read } = READERS[engine.name];
  return read(await engine.query(`${explain} ${text}`, params), rows);
}

function access(isPart: boolean, said: readonly string[]): Access {
  return { reads: isPart ? "part" : "all", plan: said.join("; ") };
}

/**
 * Lines such as `SEARCH cars USING INDEX by_price (price<?)` and `SCAN cars`. A list parameter is scanned completely.
 */
function readSqlite(answer: Answer): Access {
  const lines = answer
    .map((row) => String(row[3]))
    .filter((line) => /^(SCAN|SEARCH) (?!json_each\b)/.test(line));
  return access(lines.length > 0 && lines.every((line) => line.startsWith("SEARCH ")), lines);
}

/** Runs the statement: a plan alone shows neither whether an index is used nor how many rows are read. */
function readDuckDb([row]: Answer, rows: number): Access {
  const [scan] = nodesOf(JSON.parse(String(row?.[1]))).filter(
    (node) => node.operator_type === "TABLE_SCAN",
  );
  const scanned = Number(scan?.operator_rows_scanned);
  const [details] = nodesOf(scan?.extra_info);
  return access(scanned < rows / 2, [`${details?.Type}, ${scanned} of ${rows} rows`]);
}

function readPostgres([row]: Answer): Access {
  const [plan] = row ?? [];
  // Some drivers parse JSON, and others return it as a string.
  const read = typeof plan === "string" ? JSON.parse(plan) : plan;
  const nodes = nodesOf(read).filter((node) => node["Node Type"] !== undefined);
  const isWhole = nodes.some((node) => node["Node Type"] === "Seq Scan");
  const conditions = nodes.flatMap((node) => node["Index Cond"] ?? []);
  const kinds = nodes.map((node) => node["Node Type"]);
  return access(!isWhole && conditions.length > 0, [...kinds, ...conditions].map(String));
}

function readMariaDb([row]: Answer): Access {
  const tables = nodesOf(JSON.parse(String(row?.[0]))).filter(
    (node) => node.access_type !== undefined,
  );
  // `index` means a full scan of an index in order.
  const isPart = tables.every(({ access_type: type }) => type !== "ALL" && type !== "index");
  const said = tables.map((node) => `${node.access_type} (${node.used_key_parts})`);
  return access(tables.length > 0 && isPart, said);
}

/** Granules are the unit of reading and skipping: `Granules: 1/13`. */
function readClickHouse(answer: Answer): Access {
  const lines = answer.map(([line]) => String(line).trim());
  const granules = lines.flatMap((line) => /^Granules: (\d+)\/(\d+)$/.exec(line) ?? []);
  const isPart = Number(granules.at(-2)) < Number(granules.at(-1));
  return access(
    isPart,
    lines.filter((line) => /^(Granules|Condition): /.test(line)),
  );
}

export interface PlanNode {
  readonly [key: string]: unknown;
}

/** Every object of a plan in JSON, whatever the nesting. */
export function nodesOf(value: unknown): readonly PlanNode[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodesOf);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}
