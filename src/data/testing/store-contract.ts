import { compile, compileOrThrow, type Formula } from "../../engine/index.ts";
import { recordOrder } from "../../language/core/record-order.ts";
import type { Schema, SortKey } from "../../language/schema/index.ts";
import { readField } from "../../language/values/row-value.ts";
import { QueryError } from "../stores/query-error.ts";
import { type Store, StoreError, type StoreQuery, type StoreRecord } from "../stores/store.ts";
import { planOrThrow, SummaryError, type SummaryQuery, summarize } from "../summary/index.ts";
import { type ContractCheck, errorOf, expectSame } from "./contract-case.ts";
import { STORE_SCHEMA, storeRecords } from "./store-records.ts";

/** Opens a store with the given records and schema. The check that opened it also closes it. */
export type OpenStore = (records: readonly StoreRecord[], schema: Schema) => Promise<Store>;

const RECORDS = storeRecords(600);

const FORMULAS = [
  "{number} > 0",
  "{text} = ''",
  "LEN({text}) > 3",
  "FIND('a', {text})",
  "NOT({flag})",
  "{date} > '1970-01-01'",
  "YEAR({date}) = 2024",
  "HAS({list}, 'a')",
  "{list} = ''",
  "AND({select} >= 3, OR({flag}, {number} < 10))",
  "LOWER({text}) = 'é'",
  // Most databases cannot decide all of the following: the residual runs in memory.
  "AND({select} > 1, ENCODE_URL_COMPONENT({text}) = 'a')",
  "REGEX_MATCH({text}, '^[a-c]+$')",
  "DATETIME_FORMAT({date}, 'YYYY') = '2024'",
  "({number} & '') = '0.1'",
  "{a \"b\" `c` [d] ü €} = 'a'",
  "1 / ({select} - 3) > 0",
  "TRUE()",
  "FALSE()",
];

const SORTS: readonly (readonly SortKey[])[] = [
  [],
  [{ field: "id", direction: "desc" }],
  [{ field: "text" }],
  [{ field: "text", direction: "desc" }, { field: "number" }],
  [{ field: "flag" }, { field: "date", direction: "desc" }],
  [{ field: "select", direction: "desc" }],
];

/** Blanks, errors, exact sums, text keys of all kinds, list elements. */
const SUMMARIES: readonly (Omit<SummaryQuery, "filter"> & { readonly source?: string })[] = [
  {},
  { source: "FALSE()", measures: ["count", "sum(number)", "min(date)"] },
  { groupBy: ["text"], measures: ["count", "sum(number)", "max(date)", "countDistinct(select)"] },
  { groupBy: ["flag", "select"], measures: ["average(number)", "median(number)", "count"] },
  { groupBy: ["number"], measures: ["countBlank(text)", "min(text)"], limit: 20 },
  { groupBy: ["date"], sort: [{ field: "count", direction: "desc" }], limit: 3 },
  { groupBy: ['a "b" `c` [d] ü €'], source: "{select} > 1", measures: ["sum(select)"] },
  { groupBy: [{ formula: "1 / ({select} - 3)" }], measures: ["count", "sum(1 / ({select} - 2))"] },
  { groupBy: [{ elements: "list" }], measures: ["count", "sum(number)"] },
  { groupBy: [{ elements: "list", prefix: "A", ignoreCase: true }, "flag"] },
];

const never = new AbortController().signal;

type Check = (store: Store) => Promise<void>;

/** The requirements, by title. Each check gets its own store, which is closed afterwards. */
const CHECKS: Readonly<Record<string, Check>> = {
  "has the schema, and answers": async (store) => {
    expectSame(store.schema.toJSON(), STORE_SCHEMA.toJSON(), "the schema");
    if (store.kind === "") throw new Error("the kind of the store is empty");
    await store.check({ signal: never });
  },

  "gives every record as it was, in batches that are not empty": async (store) => {
    await expectRecords(store, undefined, {});
    for await (const batch of store.read({}, { signal: never })) {
      if (batch.length === 0) throw new Error("a batch is empty");
      for (const record of batch) expectTypes(record);
    }
  },

  "filters, sorts and counts as formulas say": async (store) => {
    for (const [index, source] of FORMULAS.entries()) {
      const filter = compileOrThrow(source, store.schema);
      await expectRecords(store, filter, { sort: SORTS[index % SORTS.length] ?? [] });
      const count = RECORDS.filter((record) => filter.matches(record)).length;
      expectSame(await store.count(filter, { signal: never }), count, `the count of ${source}`);
    }
    expectSame(
      await store.count(undefined, { signal: never }),
      RECORDS.length,
      "the count of all records",
    );
  },

  "continues after a record, with a limit": async (store) => {
    for (const source of ["TRUE()", "{number} > 0", "ENCODE_URL_COMPONENT({text}) != 'a'"]) {
      const filter = compileOrThrow(source, store.schema);
      for (const sort of SORTS) {
        const sorted = [...RECORDS].sort(recordOrder(STORE_SCHEMA, sort));
        for (const at of [0, 133, 320, 599]) {
          const after = sorted[at];
          if (after !== undefined) await expectRecords(store, filter, { sort, after, limit: 70 });
        }
      }
    }
  },

  "gives the fields that were asked for, in their order": async (store) => {
    const filter = compileOrThrow("{number} > 0", store.schema);
    const fields = ["list", "id"];
    await expectRecords(store, filter, { fields, limit: 5 });
    for (const record of await recordsOf(store, { fields, limit: 5 })) {
      expectSame(Object.keys(record), fields, "the fields of a record");
    }
    expectSame(await recordsOf(store, { limit: 0 }), [], "the records with a limit of 0");
  },

  "groups records as summaries say, itself or by its records": async (store) => {
    for (const { source, ...query } of SUMMARIES) {
      const filter = source === undefined ? {} : { filter: compileOrThrow(source, store.schema) };
      const expected = summarize(RECORDS, { ...query, ...filter, schema: STORE_SCHEMA });
      const found = await summarize(store, { ...query, ...filter, signal: never });
      expectSame(found, expected, `the groups of ${JSON.stringify({ source, ...query })}`);
    }
  },

  "ends a summary with a clear reason": async (store) => {
    const groupBy = ["id"];
    const most = summarize(store, { groupBy, mostGroups: 599, signal: never });
    const error = await errorOf(most, "a summary of too many groups");
    if (!(error instanceof SummaryError && error.code === "too-large")) {
      throw new Error(`no SummaryError of too many groups, but ${error}`);
    }
    const reason = new Error("not wanted");
    const aborted = summarize(store, { groupBy, signal: AbortSignal.abort(reason) });
    if ((await errorOf(aborted, "a summary whose signal is aborted")) !== reason) {
      throw new Error("a summary whose signal is aborted: another error");
    }
    if (store.summarize === undefined) return;
    const tooMuch = new Error("too much memory");
    const hold = (): never => {
      throw tooMuch;
    };
    const plan = planOrThrow(store.schema, { groupBy }, (text) => compile(text, store.schema));
    const held = store.summarize(plan, { signal: never, hold });
    if ((await errorOf(held, "a summary that may hold nothing")) !== tooMuch) {
      throw new Error("a summary that may hold nothing: another error");
    }
  },

  "serves several readers at once": async (store) => {
    await Promise.all(SORTS.map((sort) => expectRecords(store, undefined, { sort })));
  },

  "ends with the reason of a signal": async (store) => {
    const reason = new Error("not wanted");
    const aborted = AbortSignal.abort(reason);
    const controller = new AbortController();
    const readAndAbort = async (): Promise<void> => {
      for await (const _ of store.read({}, { signal: controller.signal })) controller.abort(reason);
    };
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      "a read whose signal is aborted": () => recordsOf(store, {}, aborted),
      "a count whose signal is aborted": () => store.count(undefined, { signal: aborted }),
      "a check whose signal is aborted": () => store.check({ signal: aborted }),
      "a read that is aborted between two batches": readAndAbort,
    };
    for (const [what, call] of Object.entries(calls)) {
      if ((await errorOf(call(), what)) !== reason) throw new Error(`${what}: another error`);
    }
    for await (const _ of store.read({}, { signal: never })) break;
    await expectRecords(store, undefined, {});
  },

  "refuses a query that cannot be": async (store) => {
    const queries: readonly StoreQuery[] = [
      { limit: -1 },
      { limit: 1.5 },
      { fields: ["wheels"] },
      { sort: [{ field: "wheels" }] },
      { sort: [{ field: "list" }] },
    ];
    for (const query of queries) {
      const what = JSON.stringify(query);
      const error = await errorOf(recordsOf(store, query), what);
      if (!(error instanceof QueryError)) throw new Error(`${what}: no QueryError, but ${error}`);
    }
  },

  "writes the bytes of JSON.stringify, if it writes": async (store) => {
    if (store.write === undefined) return;
    const query = { filter: compileOrThrow("{select} > 1", store.schema) };
    const records = await recordsOf(store, query);
    const expected = {
      json: JSON.stringify(records),
      ndjson: records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    };
    for (const format of ["json", "ndjson"] as const) {
      const decoder = new TextDecoder();
      let text = "";
      let count = 0;
      for await (const chunk of store.write(query, format, { signal: never })) {
        text += decoder.decode(chunk.bytes, { stream: true });
        count += chunk.count;
      }
      expectSame(text, expected[format], `the records as ${format}`);
      expectSame(count, records.length, `the count of the records as ${format}`);
    }
  },

  "explains where the parts of a filter run": async (store) => {
    const source = "AND({select} > 1, ENCODE_URL_COMPONENT({text}) = 'a')";
    const parts = store.explain(compileOrThrow(source, store.schema));
    if (parts.length === 0) throw new Error("a filter has no parts");
    for (const { text, span } of parts) {
      if (span === undefined) continue;
      expectSame(text, source.slice(span.start, span.end), "the text of a part");
    }
  },

  "does nothing after it was closed": async (store) => {
    await store.close();
    await store.close();
    for (const call of [() => recordsOf(store, {}), () => store.check({ signal: never })]) {
      const error = await errorOf(call(), "a call after the store was closed");
      if (!(error instanceof StoreError)) throw new Error(`no StoreError, but ${error}`);
      expectSame(error.code, "unavailable", "the code of the error");
    }
  },
};

/**
 * The contract of a store, as checks for any test runner: `for (const { name, run } of storeContract(open)) test(name,
 * run)`.
 */
export function storeContract(open: OpenStore): readonly ContractCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => {
      const store = await open(RECORDS, STORE_SCHEMA);
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  }));
}

async function expectRecords(
  store: Store,
  filter: Formula | undefined,
  query: Omit<StoreQuery, "filter">,
): Promise<void> {
  const { sort = [], after, limit, fields = [...STORE_SCHEMA.fields.keys()] } = query;
  const order = recordOrder(STORE_SCHEMA, sort);
  const expected = [...RECORDS]
    .sort(order)
    .filter((record) => filter?.matches(record) ?? true)
    .filter((record) => after === undefined || order(after, record) < 0)
    .slice(0, limit);
  const found = await recordsOf(store, { ...query, ...(filter === undefined ? {} : { filter }) });
  const what = `${filter?.source ?? "all records"} with ${JSON.stringify(query)}`;
  expectSame(found.length, expected.length, `the number of records of ${what}`);
  for (const [index, record] of expected.entries()) {
    expectSame(asRead(found[index], fields), asRead(record, fields), `record ${index} of ${what}`);
  }
}

async function recordsOf(
  store: Store,
  query: StoreQuery,
  signal: AbortSignal = never,
): Promise<readonly StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const records of store.read(query, { signal })) all.push(...records);
  return all;
}

/** Values as formulas read them: a missing text is the empty text. */
function asRead(record: StoreRecord | undefined, fields: readonly string[]): readonly unknown[] {
  return fields.map((name) => {
    const field = STORE_SCHEMA.fields.get(name);
    return field === undefined ? undefined : readField(record, name, field.type);
  });
}

function expectTypes(record: StoreRecord): void {
  expectSame(Object.keys(record), [...STORE_SCHEMA.fields.keys()], "the fields of a record");
  for (const { name, type } of STORE_SCHEMA.fields.values()) {
    const value = record[name];
    const isRight =
      value === null ||
      (type === "date" && value instanceof Date) ||
      (type === "list" && Array.isArray(value)) ||
      typeof value === type ||
      (type === "text" && typeof value === "string");
    if (!isRight) throw new Error(`the value of ${name} is not ${type}: ${JSON.stringify(value)}`);
    if (Object.is(value, -0)) throw new Error(`the value of ${name} is -0`);
  }
}
