import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as adapters from "../../src/adapters.ts";
import * as service from "../../src/apps/service/index.ts";
import * as columns from "../../src/columns.ts";
import * as stores from "../../src/data/stores/index.ts";
import * as isoform from "../../src/index.ts";
import * as sql from "../../src/sql.ts";

/*
 * Every exported call meets wrong arguments at every position. It may take one, or say that it is wrong in a message of
 * its own; it must not fail inside, with a message of the engine that says nothing of the call.
 */

const { parameter } = isoform;
const schema = isoform.defineSchema({ id: { type: "text", key: true }, n: "number" });
const formula = isoform.compileOrThrow<unknown>("{n} > 1", schema);
const template = isoform.compileOrThrow("{n} > $m", schema, { parameters: { m: "number" } });
const tree = isoform.parse("{n} > 1");
if (!tree.ok) throw new Error("it is a formula");
const { ast } = tree;
const wrong = isoform.check('{m} = "1"', schema).diagnostics;
const fix = isoform.check("{n} == 1", schema).diagnostics[0]?.fix;
const held = columns.Columns.from([{ id: "a", n: 2 }], schema);
const mask = formula.mask(held);
const filter = formula.toSql(sql.sqlite);
const query = sql.toQuery(sql.sqlite, { schema, table: "t", filter: formula });
const store = await stores.MemoryStore.from([{ id: "a", n: 2 }], schema);
const { signal } = new AbortController();
const missing = join(tmpdir(), "isoform-there-is-no-such-file.ndjson");
const lower = (): never => {
  throw new Error("it is not called");
};
const definition = { name: "F", parameters: [parameter.number("n")], result: "number", lower };
const kernel = {
  name: "k",
  parameters: ["number"],
  result: "number",
  evaluate: (value: unknown) => value,
};

/** A call with arguments that are right: `null` for a position whose wrong arguments are not tried. */
type Call = readonly [name: string, call: unknown, ...right: readonly unknown[]];

const CALLS: Readonly<Record<string, readonly Call[]>> = {
  isoform: [
    ["applyFix", isoform.applyFix, "{n} == 1", fix],
    ["check", isoform.check, "{n}", schema, { limits: { depth: 3 }, functions: [] }],
    ["checkRow", isoform.checkRow, schema, { n: 1 }],
    ["children", isoform.children, ast.root],
    ["compile", isoform.compile, "{n}", schema, { clock: () => new Date(), functions: [] }],
    ["compileOrThrow", isoform.compileOrThrow, "{n}", schema, { limits: { length: 9 } }],
    ["defineFunction", isoform.defineFunction, definition],
    ["defineKernel", isoform.defineKernel, kernel],
    ["defineSchema", isoform.defineSchema, { n: "number" }],
    ["equalExpressions", isoform.equalExpressions, ast.root, ast.root],
    ["field", isoform.field, "n"],
    ["format", isoform.format, "{n}", { width: 80, indent: 2, limits: {} }],
    ["fx", isoform.fx, Object.assign(["{n} = ", ""], { raw: ["{n} = ", ""] }), 1],
    ["implies", isoform.implies, formula, formula],
    ["inferSchema", isoform.inferSchema, [{ n: 1 }]],
    ["isErrorValue", isoform.isErrorValue, 1],
    ["parse", isoform.parse, "{n}", { limits: { depth: 3 } }],
    ["parseTolerant", isoform.parseTolerant, "{n}", { limits: { depth: 3 } }],
    ["print", isoform.print, ast],
    ["readSchema", isoform.readSchema, { fields: { n: "number" } }],
    ["render", isoform.render, '{m} = "1"', wrong, { color: false }],
    ["restrict", isoform.restrict, formula, formula],
    ["walk", isoform.walk, ast.root, () => undefined],
    ["formula.matches", formula.matches.bind(formula), { n: 1 }],
    ["formula.filter", formula.filter.bind(formula), [{ n: 1 }]],
    ["formula.evaluate", formula.evaluate.bind(formula), { n: 1 }],
    ["formula.explain", formula.explain.bind(formula), { n: 1 }],
    ["formula.reference", formula.reference.bind(formula), { n: 1 }],
    ["formula.and", formula.and.bind(formula), formula],
    ["formula.or", formula.or.bind(formula), formula],
    ["formula.assume", formula.assume.bind(formula), { n: 1 }],
    ["template.with", template.with.bind(template), { m: 1 }],
    ["formula.to", formula.to.bind(formula), sql.sqlite, {}],
    [
      "formula.toSql",
      formula.toSql.bind(formula),
      sql.sqlite,
      { table: "t", firstParameter: 2, exact: true },
    ],
    [
      "formula.select",
      formula.select.bind(formula),
      held,
      { sort: [{ field: "n" }], limit: 2, after: { n: 2, id: "a" } },
    ],
    ["formula.mask", formula.mask.bind(formula), held],
    ["mask.and", mask.and.bind(mask), mask],
    ["mask.or", mask.or.bind(mask), mask],
    ["parameter.text", parameter.text, "n"],
    ["parameter.number", parameter.number, "n"],
    ["parameter.date", parameter.date, "n"],
    ["parameter.list", parameter.list, "n"],
    ["parameter.condition", parameter.condition, "n"],
    ["parameter.any", parameter.any, "n"],
    ["parameter.common", parameter.common, "n"],
    ["parameter.optional", parameter.optional, parameter.text("t")],
    ["parameter.rest", parameter.rest, parameter.text("t"), 2],
    ["parameter.keepBlank", parameter.keepBlank, parameter.number("n")],
    ["parameter.literal", parameter.literal, "n", () => ({ ok: true, value: 1 }), ["a"]],
  ],
  columns: [
    ["Columns.from", columns.Columns.from, [{ n: 1 }], schema, { mostDistinct: 3 }],
    ["columns.append", (rows: never) => held.append(rows), []],
    ["columns.appendColumns", (values: never) => held.appendColumns(values), { n: [1] }],
    ["columns.select", held.select.bind(held), formula, { limit: 2 }],
    ["columns.mask", held.mask.bind(held), formula],
    ["columns.count", held.count.bind(held), formula],
    ["columns.scan", held.scan.bind(held), formula],
    ["columns.record", held.record.bind(held), 0],
    ["columns.pick", held.pick.bind(held), 0, ["n"]],
    ["parseSort", columns.parseSort, "-n", schema],
  ],
  adapters: [
    ["bindTypes", adapters.bindTypes, filter, { DOUBLE: 1, VARCHAR: 2 }],
    ["fromRules", adapters.fromRules, { combinator: "and", rules: [] }, schema, {}],
    ["knexRaw", adapters.knexRaw, { raw: () => 1 }, filter],
    ["namedParameters", adapters.namedParameters, filter, 2],
    ["schemaFrom", adapters.schemaFrom, { properties: { a: { type: "string" } } }, { key: "a" }],
    ["tagged", adapters.tagged, () => 1, filter],
    ["toRules", adapters.toRules, formula],
  ],
  sql: [
    ["createMariadb", sql.createMariadb, {}],
    ["createPostgres", sql.createPostgres, { version: 18 }],
    ["createSqlite", sql.createSqlite, { functions: true }],
    ["describeTable", sql.describeTable, sql.postgres, async () => [], "cars"],
    ["explainSql", sql.explainSql, formula, sql.sqlite, { table: "t" }],
    ["parseSort", sql.parseSort, "-n", schema],
    ["recordOrder", sql.recordOrder, schema, [{ field: "n", direction: "asc" }]],
    ["toCount", sql.toCount, sql.sqlite, { table: "t", filter: formula }],
    [
      "toQuery",
      sql.toQuery,
      sql.sqlite,
      {
        schema,
        table: "t",
        filter: formula,
        fields: ["n"],
        sort: [{ field: "n", direction: "asc" }],
        limit: 3,
        after: { n: 1, id: "a" },
        columns: { n: { storage: "double" } },
      },
    ],
  ],
  stores: [
    ["recordOrder", stores.recordOrder, schema, [{ field: "n", direction: "asc" }]],
    [
      "checkQuery",
      stores.checkQuery,
      schema,
      { fields: ["n"], sort: [{ field: "n" }], limit: 2, filter: formula },
    ],
    ["csvHeader", stores.csvHeader, ["n"]],
    ["csvLines", stores.csvLines, [{ n: 1 }], ["n"]],
    ["ndjsonLines", stores.ndjsonLines, [{ n: 1 }]],
    ["MemoryStore.from", stores.MemoryStore.from, [{ id: "a" }], schema, { timeoutMs: 1_000 }],
    ["ScanPool.open", stores.ScanPool.open, { threads: 1 }],
    ["FileStore.open", stores.FileStore.open, missing, { schema, key: "id", watch: false }],
    ["openStore", stores.openStore, missing, { schema, key: "id", watch: false }],
    ["readColumns", stores.readColumns, missing, { schema, key: "id", signal }],
    ["readRecords", stores.readRecords, missing, { schema, key: "id", signal }],
    [
      "store.read",
      store.read.bind(store),
      { fields: ["n"], sort: [{ field: "n" }], limit: 2, filter: formula },
      { signal },
    ],
    ["store.write", store.write.bind(store), { fields: ["n"] }, "json", { signal }],
    ["store.count", store.count.bind(store), formula, { signal }],
    ["store.explain", store.explain.bind(store), formula],
    ["store.check", store.check.bind(store), { signal }],
    ["store.close", store.close.bind(store)],
  ],
  service: [
    [
      "createKey",
      service.createKey,
      "x",
      { expires: new Date(), rate: { requests: 1, seconds: 1 } },
    ],
    ["createKeyring", service.createKeyring, [service.createKey("x").stored]],
    ["KeyFile.open", service.KeyFile.open, missing],
    ["KeyFile.revoke", service.KeyFile.revoke, missing, "x"],
    [
      "startService",
      async (options: never) => (await service.startService(options)).stop(),
      {
        collections: { cars: { store } },
        keys: service.createKeyring([]),
        port: 0,
        logLevel: "silent",
      },
    ],
  ],
};

/** Exports that are not called, or that a test of its own covers. */
const NOT_CALLED = new Set([
  "ERROR",
  "DEFAULT_LIMITS",
  "parameter",
  "Columns",
  "FileStore",
  "KeyFile",
  "MemoryStore",
  "ScanPool",
  "isoformService",
  "SqlOrderError",
  "clickhouse",
  "duckdb",
  "mariadb",
  "mysql",
  "postgres",
  "sqlite",
  "sqliteFunctions",
  "SqlMappingError",
  "SqlValueError",
  "QueryError",
  "ColumnsError",
  "FormulaError",
  "KeyFileError",
  "SchemaError",
  "StoreError",
  "SqlStore",
]);

const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  7,
  Number.NaN,
  "text",
  Symbol("s"),
  5n,
  [],
  ["a", "b"],
  [null],
  {},
  { a: 1 },
  () => 1,
  new Map(),
  new Date(Number.NaN),
  Object.create(null),
  query,
  schema,
];

/** How V8 says that something went wrong inside. */
const INSIDE =
  /is not a function|Cannot read|not iterable|is not defined|Cannot convert|not a constructor|Cannot destructure|Cannot mix|'in' operator|reading '|Invalid time value|Invalid array length|must be of type|argument must be|Class constructor|unreachable|called on incompatible|Cannot set|circular|Reduce of empty|^Cannot |^undefined|^null|Unsupported|not extensible|Invalid (?:string|count)/;

/** How we say it. */
const OURS = /^[`t].* must be .*, but is /s;

/** The message of what a call throws, at once or later; `undefined` if it throws nothing. */
async function failure(call: unknown, given: readonly unknown[]): Promise<string | undefined> {
  if (typeof call !== "function") throw new Error("it is no function");
  try {
    const result: unknown = await call(...given);
    if (result instanceof Object && "next" in result && typeof result.next === "function") {
      await result.next();
    }
    if (result instanceof Object && "close" in result && typeof result.close === "function") {
      await result.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : `a ${typeof error} was thrown`;
  }
  return undefined;
}

/** The arguments with something wrong at one position: an argument, or a property of one. */
function* mistakes(right: readonly unknown[]): Generator<readonly unknown[]> {
  for (let count = 0; count < right.length; count++) yield right.slice(0, count);
  for (const [index, argument] of right.entries()) {
    for (const value of WRONG) yield right.with(index, value);
    const isPlain = argument !== null && Object.getPrototypeOf(argument) === Object.prototype;
    if (!isPlain) continue;
    for (const name of Object.keys(Object(argument))) {
      for (const value of WRONG) {
        yield right.with(index, { ...Object(argument), [name]: value });
      }
    }
  }
}

const PATHS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  isoform: { ...isoform, parameter: undefined },
  columns,
  adapters,
  sql,
  stores,
  service,
};

describe("every exported call reports wrong arguments", () => {
  // Some of the wrong arguments are taken as paths, so the calls are made in a folder of their own.
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), "isoform-misuse-"));
  beforeAll(() => process.chdir(folder));
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  for (const [path, exported] of Object.entries(PATHS)) {
    it(`every export of ${path} has a case`, () => {
      const tried = new Set(CALLS[path]?.map(([name]) => name));
      const names = Object.keys(exported).filter((name) => !NOT_CALLED.has(name));
      expect(names.filter((name) => !tried.has(name))).toEqual([]);
    });
  }

  const calls = Object.values(CALLS).flat();
  it.each(calls.map(([name, ...rest]) => [name, rest] as const))(
    "%s",
    async (name, [call, ...right]) => {
      const found: string[] = [];
      for (const given of mistakes(right)) {
        const message = await failure(call, given);
        if (message !== undefined && !OURS.test(message) && INSIDE.test(message))
          found.push(message);
      }
      expect([...new Set(found)], name).toEqual([]);
      expect(readdirSync(folder), "no wrong call writes a file").toEqual([]);
    },
  );
});

const source = (text: unknown): string => text as string;

it.each([
  [
    "a formula that is an array",
    () => isoform.compile(source(["a"]), schema),
    "`compile`: the formula must be a text or a fragment of `fx`, but is an array; a query parameter that was sent twice is an array: take one, or refuse the request",
  ],
  [
    "no formula",
    () => isoform.compile(source(undefined), schema),
    "`compile`: the formula must be a text or a fragment of `fx`, but is undefined",
  ],
  [
    "declarations in place of a schema",
    () => isoform.compile("1", { n: "number" } as never),
    "`compile`: the schema must be one that `defineSchema` or `readSchema` made, but is a plain object; pass the declarations to `defineSchema` first",
  ],
  [
    "no declarations",
    () => isoform.defineSchema(null as never),
    '`defineSchema`: the declarations must be an object, but is null; write `defineSchema({ country: "text", price: "number" })`',
  ],
  [
    "a dialect's name",
    () => formula.toSql("postgres" as never),
    '`toSql`: the first argument must be a dialect of "isoform/sql", such as `postgres`, but is the text `postgres`; targets of other copies or versions of isoform do not count',
  ],
  [
    "columns in place of a dialect",
    () => formula.toSql(held as never),
    '`toSql`: the first argument must be a dialect of "isoform/sql", such as `postgres`, but is an object of the class `Columns`',
  ],
  [
    "a dialect in place of columns",
    () => formula.select(sql.postgres as never),
    '`select`: the first argument must be `Columns` of "isoform/columns" or a snapshot of them, but is an object of the class `Dialect`',
  ],
  [
    "rows that are not an array",
    () => formula.filter({ n: 1 } as never),
    "`filter`: the rows must be an array, but is a plain object; for one record there is `matches`",
  ],
  [
    "no record",
    () => (formula.evaluate as () => unknown).call(formula),
    "`evaluate` needs a record: write `formula.evaluate(record)`",
  ],
  [
    "a clock that is no function",
    () => isoform.compile("1", schema, { clock: Date.now() as never }),
    "`compile`: the option `clock` must be a function, but is the number",
  ],
  [
    "a clock without a date",
    () => isoform.compileOrThrow("NOW()", schema, { clock: (() => 1) as never }).evaluate({}),
    "`compile`: the clock's result must be a Date, but is the number 1",
  ],
  [
    "a definition of a function that `defineFunction` did not make",
    () => isoform.compile("1", schema, { functions: [{ name: "F" } as never] }),
    "`functions`: each must be a function that `defineFunction` made, but is a plain object",
  ],
  [
    "a `lower` that returns no expression",
    () => {
      const broken = isoform.defineFunction({
        name: "BROKEN",
        parameters: [],
        result: "number",
        lower: () => 1 as never,
      });
      isoform.compile("BROKEN()", schema, { functions: [broken] });
    },
    "`BROKEN`: what `lower` returns must be an expression of its context, but is the number 1",
  ],
  [
    "a limit that is no number",
    () => isoform.compile("1", schema, { limits: { depth: "8" as never } }),
    "the limit `depth` must be a number, but is the text `8`",
  ],
  [
    "columns of a text",
    () => columns.Columns.from("abc", schema),
    "`Columns`: the rows must be an array or another iterable object, but is the text `abc`",
  ],
  [
    "the result of `compile` in place of its formula",
    () => held.count(isoform.compile("1", schema) as never),
    "`count`: the formula must be one that `compile` made, but is a plain object; take `result.formula`",
  ],
])("misuse is one TypeError at the call: %s", (_, call, message) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});
