import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { demoCars } from "../../../../src/apps/demo/index.ts";
import { asks, floods, get, neverReads, post, query } from "./acts.ts";
import { type Attack, FOR_MS, WAIT_MS } from "./attack.ts";

// Single requests that cost far more than they look, as a table. The collection `computed` has computed fields: `long` is a text
// of some 37,000 characters, `pattern` a text by a costly pattern, `chain` a number by ten texts, `isRare` a boolean.

const many = (count: number, of: (index: number) => string, separator = ","): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(separator);
const filter = (filterByFormula: string, path = "/cars"): string =>
  query(path, { filterByFormula, maxRecords: "1" });
const groups = (body: object, path = "/cars"): string => post(`${path}/groups`, body);
const [car] = demoCars(1);

/** Answered or too costly, and refused if others of the key are at work. */
const ANY = [200, 422, 429, 503];
const REFUSED = [400, 422, 429, 503];

type Request = readonly [
  name: string,
  send: string,
  earns: readonly number[],
  isLong?: "long" | undefined,
];

const COMPUTED_REQUESTS: readonly Request[] = [
  ["one record with all of its computed fields", get("/computed?maxRecords=1"), [200, 429]],
  ["500 records with a long text", get("/computed?maxRecords=500&fields.0=long"), ANY],
  ["an order by a long text", get("/computed?maxRecords=1&sort.0.field=long"), ANY],
  ["an order by a costly pattern", get("/computed?maxRecords=1&sort.0.field=pattern"), ANY],
  [
    "an order by four computed fields, in pages",
    get(
      `/computed?pageSize=2&${["isRare", "chain", "pattern", "long"].map((name, at) => `sort.${at}.field=${name}`).join("&")}`,
    ),
    ANY,
    "long",
  ],
  ["a filter by a long text", filter("FIND('zz', {long}) > 0", "/computed"), ANY],
  [
    "a filter by a pattern over a long text",
    filter("REGEX_MATCH({long}, '(a|b|c)*.{50}@')", "/computed"),
    ANY,
    "long",
  ],
  [
    "a filter by one computed field 90 times",
    filter(`OR(${many(90, (at) => `{chain} = ${at}.5`)})`, "/computed"),
    ANY,
  ],
  [
    "a count of records by a computed field",
    query("/computed/count", { filterByFormula: "LEN({pattern}) > {chain}" }),
    ANY,
    "long",
  ],
  ["groups by a long text", groups({ groupBy: [{ field: "long" }] }, "/computed"), ANY],
  [
    "groups by computed fields, with measures of computed fields",
    groups(
      {
        groupBy: [{ field: "isRare" }, { field: "pattern" }],
        measure: ["median({chain})", "countDistinct({long})", "max({pattern})"],
      },
      "/computed",
    ),
    ANY,
  ],
  ["the values of a long text", get("/computed/values/long?limit=1000"), ANY],
  [
    "the values of a costly pattern that begin with a long text",
    get(`/computed/values/pattern?prefix=${"x".repeat(1_000)}`),
    ANY,
  ],
  [
    "an explanation of a computed field",
    post("/explain", {
      collection: "computed",
      record: car?.vin,
      filterByFormula: "AND(LEN({long}) > 5, REGEX_MATCH({pattern}, 'x+y'), {chain} > 1, {isRare})",
    }),
    ANY,
  ],
];

const SUMMARY_REQUESTS: readonly Request[] = [
  [
    "a group of each record, with twenty medians",
    groups({
      groupBy: [{ field: "vin" }],
      measure: Array.from({ length: 20 }, (_, at) => `median({price} * ${at + 2})`),
    }),
    ANY,
  ],
  [
    "twenty counts of distinct texts",
    groups({
      groupBy: [{ field: "country" }],
      measure: Array.from({ length: 20 }, (_, at) => `countDistinct({vin} & "${at}")`),
    }),
    ANY,
  ],
  [
    "groups by patterns",
    groups({
      groupBy: [0, 1, 2].map((at) => ({
        formula: `REGEX_REPLACE({optionCodes}, "(?:.{0,${90 + at}}@|[A-Z])", "x")`,
        name: `k${at}`,
      })),
    }),
    ANY,
    "long",
  ],
  [
    "the greatest of long texts",
    groups({ measure: Array.from({ length: 10 }, (_, at) => `max(REPT({title}, ${900 + at}))`) }),
    ANY,
    "long",
  ],
  [
    "groups in a wrong number",
    groups({ groupBy: Array.from({ length: 100 }, () => ({ field: "vin" })) }),
    REFUSED,
  ],
  ["the values of a key", get("/cars/values/vin?limit=1000&order=frequency"), ANY],
  [
    "the values of records that a costly pattern returns",
    query("/cars/values/title", {
      filterByFormula: 'REGEX_MATCH(REPT({optionCodes}, 5), "(a|b|c)*.{50}@")',
    }),
    ANY,
  ],
  [
    "the values of a field with a very long name",
    get(`/cars/values/${"x".repeat(12_000)}`),
    [404, 422, 429],
  ],
];

/** Patterns that are costly to check, to compile, or to match first. */
const PATTERNS = (
  [
    ["counts in counts", "((a{1,90}){1,90}){1,90}", ANY],
    ["a count of a wide class", "[\\\\p{L}\\\\p{N}]{1,999}@", ANY],
    ["2,000 alternatives", many(2_000, (at) => `w${at}`, "|"), ANY],
    ["2,000 groups", "(a)?".repeat(2_000), ANY],
    [
      "a class of 2,000 ranges",
      `[${many(2_000, (at) => String.fromCodePoint(0x4e00 + 3 * at), "")}]+@`,
      ANY,
      "long",
    ],
    ["groups that are nested 2,000 deep", `${"(".repeat(2_000)}a${")".repeat(2_000)}`, ANY],
    ["a backward search", "(?<=a{1,500})b", REFUSED],
    ["a reference", "(a+)\\\\1{50}", REFUSED],
    ["stars in stars", "((((a*)*)*)*)*@", ANY],
    ["an empty loop", "(|a|b)*(|c)*@", ANY, "long"],
  ] as const
).map(([name, pattern, earns, isLong]): Request => {
  const body = { filterByFormula: `REGEX_MATCH({title}, "${pattern}")`, maxRecords: 1 };
  return [`${name} in a pattern`, post("/cars/query", body), earns, isLong];
});

const BODIES: readonly Request[] = [
  ["100,000 lists in a body", post("/cars/query", `{"fields":[${"[],".repeat(80_000)}0]}`), [400]],
  ["100,000 texts in a body", post("/cars/query", `{"fields":[${'"",'.repeat(80_000)}0]}`), [400]],
  [
    "10,000 parameters of formulas",
    post("/cars/query", {
      parameters: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, at])),
    }),
    [400],
  ],
  [
    "2,000 parameters of formulas that there are not",
    post("/cars/query", {
      parameters: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`p${at}`, at])),
    }),
    [400],
  ],
  [
    "a formula of 2,000 unknown fields",
    post("/validate", {
      collection: "cars",
      filterByFormula: many(2_000, (at) => `{prise${at}}`, "&"),
    }),
    [200, 422],
    "long",
  ],
];

/** Parameters, keys, cursors and headers whose values are just outside of what is usual. */
const VALUES: readonly Request[] = [
  [
    "a parameter of formulas that is a text of 250,000 characters",
    post("/cars/query", {
      filterByFormula: "{title} = $t",
      parameters: { t: "x".repeat(250_000) },
    }),
    REFUSED,
  ],
  [
    "a parameter of formulas that is a list of 4,000 texts",
    post("/cars/query", {
      filterByFormula: "{title} = $t",
      parameters: { t: Array.from({ length: 4_000 }, (_, at) => `${at}`) },
    }),
    REFUSED,
  ],
  [
    "numbers and a time zone that there are not",
    get("/cars?maxRecords=99999999999999999999999&pageSize=0x10&timeZone=Mars/Olympus"),
    REFUSED,
  ],
  ["a cursor of 14,000 characters", get(`/cars?pageSize=2&cursor=${"A".repeat(14_000)}`), REFUSED],
  [
    "a cursor of dots and percent signs",
    get(`/cars?pageSize=2&cursor=${"%2e%25".repeat(1_500)}`),
    REFUSED,
  ],
  [
    "2,000 tags that nearly match",
    get("/cars?maxRecords=1", `if-none-match: ${'W/"'.repeat(2_000)}`),
    ANY,
  ],
  [
    "conditions that exclude each other",
    get(
      "/cars?maxRecords=1",
      "if-none-match: *",
      'if-match: "x"',
      "if-range: x",
      "range: bytes=0-",
    ),
    [200, 304, 412, 416, 429],
  ],
  [
    "media ranges with qualities by the thousand",
    get("/cars?maxRecords=1", `accept: ${"text/csv;q=0.0001;a=b,".repeat(650)}`),
    [200, 400, 406, 429],
  ],
  [
    "a media type with an endless quoted text",
    get("/cars?maxRecords=1", `accept: text/csv;a="${'\\"'.repeat(3_000)}`),
    [200, 400, 406, 429],
  ],
  [
    "encodings that are all forbidden",
    get("/cars", `accept-encoding: identity;q=0,${"*;q=0,".repeat(1_500)}`),
    [200, 400, 406, 429],
  ],
  [
    "groups by four keys of one character",
    groups({
      groupBy: [1, 2, 3, 4].map((at) => ({ formula: `MID({vin}, ${at + 9}, 1)`, name: `k${at}` })),
      measure: ["count()"],
    }),
    REFUSED.concat(200),
  ],
  [
    "groups by a formula that is an error for each record",
    groups({ groupBy: [{ formula: "1 / ({price} - {price})", name: "k" }] }),
    ANY,
  ],
  [
    "groups by names that are those of objects",
    groups({
      groupBy: ["__proto__", "constructor", "toString"].map((name) => ({ formula: "{vin}", name })),
    }),
    REFUSED.concat(200),
  ],
  [
    "the clock of each record, in an order of milliseconds",
    query("/cars", {
      filterByFormula: 'OR({createdAt} > DATEADD(NOW(), -1, "milliseconds"), NOW() = NOW())',
      maxRecords: "10000",
      "sort.0.field": "createdAt",
    }),
    REFUSED.concat(200),
  ],
];

const toAttacks = (requests: readonly Request[]): readonly Attack[] =>
  requests.map(([name, send, earns, isLong]) => ({
    name,
    does: asks({ connections: 3, send, forMs: WAIT_MS }),
    earns,
    answers: 1,
    isLong: isLong !== undefined,
  }));

export const COMPUTED = toAttacks(COMPUTED_REQUESTS);
export const SUMMARIES = toAttacks(SUMMARY_REQUESTS);

/** Requests whose answers differ between the views of keys. */
export const VIEWED: readonly Attack[] = [
  {
    name: "a flood of pages, counts, values, groups and schemas",
    does: floods({
      connections: 20,
      send: (time) =>
        [
          get(`/cars?pageSize=${1 + (time % 50)}&sort.0.field=price`),
          query("/cars/count", { filterByFormula: `{price} > ${time}` }),
          get("/cars/values/title?limit=1000&order=frequency"),
          groups({ groupBy: [{ field: "country" }], measure: [`max({price} + ${time})`] }),
          get("/schema"),
        ][time % 5] ?? "",
      forMs: FOR_MS,
      least: 200,
    }),
    earns: [200, 429, 503],
    answers: 200,
  },
];

export const REQUESTS: readonly Attack[] = [
  ...COMPUTED,
  ...SUMMARIES,
  ...toAttacks([...PATTERNS, ...BODIES, ...VALUES]),
  ...VIEWED,
  {
    name: "a service whose files change their times and keys again and again, under a flood of pages",
    does: async (attacked) => {
      const flood = floods({
        connections: 10,
        send: (time) => get(`/cars?pageSize=${1 + (time % 50)}&sort.0.field=price`),
        forMs: FOR_MS,
      })(attacked);
      for (let time = 0; time < 10; time++) {
        // Times that jump forwards and backwards, as clocks do that are set.
        const date = new Date(Date.UTC(time % 2 === 0 ? 2099 : 1980, 1, 1 + time));
        for (const name of ["cars.ndjson", "keys.json"]) {
          await utimes(join(attacked.folder, name), date, date);
        }
        await sleep(FOR_MS / 10);
      }
      return flood;
    },
    earns: [200, 429, 503],
    answers: 1,
  },
  {
    name: "all records with a long computed text, asked 30 times at once and never read",
    does: neverReads({
      connections: 30,
      send: get("/computed?fields.0=long", "accept-encoding: br"),
      forMs: FOR_MS,
    }),
  },
];
