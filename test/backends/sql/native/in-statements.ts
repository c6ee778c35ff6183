import type { Residual } from "../../../../src/backends/sql/sql-filter.ts";
import type { Formula } from "../../../../src/engine/formula.ts";
import { ROW } from "../loaded-table.ts";
import { type DrawnTable, TOUCHED } from "./drawn-table.ts";
import type { NativeTally } from "./native-tally.ts";

type Ways = NativeTally["ways"];
type Params = readonly (string | number)[];

/** Rows with a lower number are the tenant's. */
const TENANT_ROWS = 9;

/** The known facts about a row: whether the condition, in the test's own parentheses, is TRUE or FALSE. */
interface Known {
  readonly isTenant: boolean;
  readonly isTrue: boolean;
  readonly isFalse: boolean;
}

/** Conditions of other SQL that contain a formula's condition unchanged, and when they select a row. */
const COMPOSED: readonly (readonly [
  write: (condition: string, tenant: string) => string,
  expected: (known: Known) => boolean,
])[] = [
  [(condition) => condition, ({ isTrue }) => isTrue],
  [(condition) => `NOT ${condition}`, ({ isFalse }) => isFalse],
  [(condition, tenant) => `${tenant} AND ${condition}`, (row) => row.isTenant && row.isTrue],
  [(condition, tenant) => `${condition} OR ${tenant}`, (row) => row.isTenant || row.isTrue],
  [(condition, tenant) => `NOT (${tenant} OR ${condition})`, (row) => !row.isTenant && row.isFalse],
];

/** The number of formulas that share a statement. */
const PER_STATEMENT = 20;

/** A SELECT of the rows that satisfy a condition. */
interface Search {
  readonly condition: string;
  readonly params: Params;
  readonly isJoined?: boolean;
}

/** The numbers of the rows that satisfy each condition, or the database's error. */
async function search(
  { engine, dialect, mapping }: DrawnTable,
  searches: readonly Search[],
): Promise<readonly (readonly number[])[] | string> {
  const quote = (name: string): string => dialect.definition.quote(name) ?? name;
  const from = quote(mapping.table);
  const key = `${from}.${quote(ROW)}`;
  const joined = `${from} JOIN ${from} other ON other.${quote(ROW)} = ${key}`;
  const selects = searches.map(
    ({ condition, isJoined = false }, at) =>
      `SELECT ${at} AS question, ${key} AS answer FROM ${isJoined ? joined : from} WHERE ${condition}`,
  );
  const text = selects.join("\nUNION ALL ");
  const params = searches.flatMap((one) => one.params);
  try {
    const answers = await engine.query(text, params);
    const found: number[][] = searches.map(() => []);
    for (const [question, answer] of answers) found[Number(question)]?.push(Number(answer));
    return found.map((rows) => rows.sort((a, b) => a - b));
  } catch (error) {
    return `${String(error)}\n${text.slice(0, 6000)}`;
  }
}

/** Problems with conditions in WHERE: unchanged, under other conditions, and beside a joined table. */
export async function composedProblems(
  table: DrawnTable,
  formulas: readonly Formula[],
  ways: Ways,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let start = 0; start < formulas.length; start += PER_STATEMENT) {
    const some = formulas.slice(start, start + PER_STATEMENT);
    problems.push(...(await problemsOf(table, some, ways)));
  }
  return problems;
}

interface Asked {
  readonly formula: Formula;
  readonly residual: Residual | undefined;
  readonly expected: (known: Known) => boolean;
}

async function problemsOf(
  table: DrawnTable,
  formulas: readonly Formula[],
  ways: Ways,
): Promise<readonly string[]> {
  const { dialect, mapping, rows, statements } = table;
  const key = `${dialect.definition.quote(mapping.table)}.${dialect.definition.quote(ROW)}`;
  const tenant = `${key} < ${TENANT_ROWS}`;
  let firstParameter = 1;
  const searches: Search[] = [];
  const add = (one: Search): void => {
    searches.push(one);
    firstParameter += one.params.length;
  };
  const asked = formulas.map((formula, at): Asked => {
    const exact = formula.toSql(dialect, { ...mapping, firstParameter, exact: true });
    const isJoined = at % 3 === 2;
    if (isJoined) ways.joined++;
    if (!exact.ok) {
      ways.searched++;
      const sql = formula.toSql(dialect, { ...mapping, firstParameter, rows: "records" });
      add({ condition: sql.where ?? sql.prefilter, params: sql.params, isJoined });
      add({ condition: "1 = 0", params: [] });
      return { formula, residual: sql.residual, expected: ({ isTrue }) => isTrue };
    }
    const choice = at % COMPOSED.length;
    ways[choice === 0 ? "searched" : "composed"]++;
    const [write, expected] = COMPOSED[choice] ?? [String, ({ isTrue }: Known) => isTrue];
    add({ condition: write(exact.where, tenant), params: exact.params, isJoined });
    // A condition that is not TRUE may be FALSE or NULL.
    const again = formula.toSql(dialect, { ...mapping, firstParameter, exact: true });
    add(
      again.ok
        ? { condition: `NOT (${again.where})`, params: again.params }
        : { condition: "1 = 0", params: [] },
    );
    return { formula, residual: undefined, expected };
  });
  const found = await search(table, searches);
  if (typeof found === "string") {
    if (formulas.length === 1) return [`${formulas[0]?.source}: ${found}`];
    const half = formulas.length >> 1;
    const halves = [formulas.slice(0, half), formulas.slice(half)];
    return (await Promise.all(halves.map((some) => problemsOf(table, some, ways)))).flat();
  }
  return asked.flatMap(({ formula, residual, expected }, at) => {
    const isFalse = new Set(found[2 * at + 1]);
    const wanted = rows.flatMap((record, row) => {
      const known = {
        isTenant: row < TENANT_ROWS,
        isTrue: formula.matches(record),
        isFalse: isFalse.has(row),
      };
      return expected(known) ? [row] : [];
    });
    const actual = (found[2 * at] ?? []).filter((row) => residual?.matches(rows[row]) ?? true);
    const both = rows.flatMap((record, row) =>
      formula.matches(record) && isFalse.has(row) ? [row] : [],
    );
    if (actual.join() === wanted.join() && both.length === 0) return [];
    return [
      `${formula.source}: WHERE finds ${actual}, not ${wanted}; TRUE and FALSE ${both}\n${searches[2 * at]?.condition} ${JSON.stringify(searches[2 * at]?.params)}\n${statements.slice(1).join("\n")}`,
    ];
  });
}

/** A change of a table by a condition, and the rows that remain or are changed. */
interface Change {
  readonly write: (table: string, touched: string, condition: string) => string;
  readonly left: (touched: string) => string;
  readonly isLeft: (isTrue: boolean) => boolean;
}

const DELETE: Change = {
  write: (table, _, condition) => `DELETE FROM ${table} WHERE ${condition}`,
  left: () => "1 = 1",
  isLeft: (isTrue) => !isTrue,
};
const UPDATE: Change = {
  write: (table, touched, condition) => `UPDATE ${table} SET ${touched} = 1 WHERE ${condition}`,
  left: (touched) => `${touched} = 1`,
  isLeft: (isTrue) => isTrue,
};

/** How an engine changes a table, and restores it. */
interface Changing {
  readonly changes: readonly Change[];
  readonly before: (table: string) => readonly string[];
  readonly after: (table: string) => readonly string[];
}

const IN_A_TRANSACTION: Changing = {
  changes: [DELETE, UPDATE],
  before: () => ["BEGIN"],
  after: () => ["ROLLBACK"],
};

/** ClickHouse has no transactions that roll back. It changes tables by mutations, which are awaited. */
const BY_MUTATIONS: Changing = {
  changes: [
    DELETE,
    {
      ...DELETE,
      write: (table, _, condition) => `ALTER TABLE ${table} DELETE WHERE ${condition}`,
    },
    {
      ...UPDATE,
      write: (table, touched, condition) =>
        `ALTER TABLE ${table} UPDATE ${touched} = 1 WHERE ${condition}`,
    },
  ],
  before: (table) => [
    "SET mutations_sync = 1",
    "DROP TABLE IF EXISTS kept SYNC",
    `CREATE TABLE kept AS ${table}`,
    `INSERT INTO kept SELECT * FROM ${table}`,
  ],
  after: (table) => [`TRUNCATE TABLE ${table}`, `INSERT INTO ${table} SELECT * FROM kept`],
};

/** Problems with rows that are deleted and updated by a condition. The table is restored afterwards. */
export async function changeProblems(
  table: DrawnTable,
  formulas: readonly Formula[],
  ways: Ways,
): Promise<readonly string[]> {
  const { engine, dialect, mapping, rows } = table;
  const from = dialect.definition.quote(mapping.table) ?? "";
  const touched = dialect.definition.quote(TOUCHED) ?? "";
  const { changes, before, after } = engine.name === "clickhouse" ? BY_MUTATIONS : IN_A_TRANSACTION;
  const problems: string[] = [];
  for (const formula of formulas) {
    const exact = formula.toSql(dialect, { ...mapping, exact: true });
    if (!exact.ok) continue;
    for (const { write, left, isLeft } of changes) {
      ways.changed++;
      const expected = rows.flatMap((record, row) =>
        isLeft(formula.matches(record)) ? [row] : [],
      );
      for (const statement of before(from)) await engine.execute(statement);
      const text = write(from, touched, exact.where);
      const found = await engine
        .query(text, exact.params)
        .then(() => search(table, [{ condition: left(touched), params: [] }]))
        .catch(String);
      for (const statement of after(from)) await engine.execute(statement);
      const actual = typeof found === "string" ? found : found[0]?.join();
      if (actual === expected.join()) continue;
      problems.push(
        `${formula.source}: ${actual}, not ${expected}\n${text} ${JSON.stringify(exact.params)}`,
      );
    }
  }
  return problems;
}
