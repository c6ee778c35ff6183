import { demoCars } from "../../../../src/apps/demo/index.ts";
import { asks, floods, get, neverReads, post, query, readsSlowly } from "./acts.ts";
import { type Attack, FOR_MS, WAIT_MS } from "./attack.ts";

// Formulas, orders, explanations and caches that cost far more than they look.

const forMs = FOR_MS;
const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join();
const nested = (count: number, name: string, inner: string, rest = ""): string =>
  `${`${name}(`.repeat(count)}${inner}${`${rest})`.repeat(count)}`;

/** The statuses of a formula that is refused, cut off or answered. */
const ANY = [200, 400, 422, 429, 503];

const SHORT = 'LEN(REGEX_REPLACE(REPT({optionCodes},300),"(?:.{0,300}@|[A-Z])","x"))=1';
const UPPERS = `LEN(${nested(10, "UPPER", 'REPT("\\x01",65000)')}) = 1`;

/** Ten clients who ask a collection with a formula. */
function ask(formula: string, path = "/cars", connections = 3): ReturnType<typeof asks> {
  return asks({ connections, send: query(path, { filterByFormula: formula }), forMs: WAIT_MS });
}

const costly = (name: string, formula: string, isLong = true): Attack => ({
  name,
  does: asks({
    connections: 3,
    send: post("/cars/query", { filterByFormula: formula, maxRecords: 5 }),
    forMs: WAIT_MS,
  }),
  earns: ANY,
  answers: 1,
  isLong,
});

export const FORMULAS: readonly Attack[] = [
  { name: "71 characters, in memory", does: ask(SHORT), earns: ANY, answers: 1 },
  {
    name: "71 characters, over SQLite",
    does: ask(SHORT, "/stored"),
    earns: ANY,
    answers: 1,
    needsSqlite: true,
  },
  costly(
    "twenty SUBSTITUTEs in one another, over REPT",
    `LEN(${nested(20, "SUBSTITUTE", "REPT({title}, 900)", ', "e", "ee"')}) = 1`,
    false,
  ),
  costly(
    "200 patterns over constants, which are folded",
    `OR(${many(2, (side) => `OR(${many(100, (index) => `LEN(REGEX_REPLACE(REPT("ab", 30000), "a${side}${index}?.{0,50}@", "")) = 1`)})`)})`,
  ),
  costly(
    "100 patterns on each record",
    `OR(${many(100, (index) => `REGEX_MATCH({title}, "(a|b|c)*${index}.{100}@")`)})`,
  ),
  costly(
    "REPT of every text",
    `OR(${many(90, (index) => `LEN(REPT({title}, ${1500 + index})) = 1`)})`,
  ),
  costly(
    "REGEX_EXTRACT of a repeated text",
    'REGEX_EXTRACT(REPT({optionCodes}, 400), "(?:[A-Z0-9]{4},?){0,200}!") = "x"',
  ),
  costly(
    "texts that are joined by the hundred",
    `LEN(${Array.from({ length: 300 }, () => "{optionCodes}").join(" & ")}) = 1`,
  ),
  costly(
    "CONCATENATE of 100 long texts, ten times",
    `OR(${many(10, (index) => `LEN(CONCATENATE(${many(100, () => "{optionCodes}")})) = ${index}`)})`,
  ),
  costly(
    "a list of 1,500 values",
    `OR(${many(20, (block) => `OR(${many(75, (index) => `{price} = ${block * 75 + index}`)})`)})`,
  ),
  costly("60 levels of IF", nested(60, "IF", "{price} > 1", ", {price}, 1")),
  costly(
    "searches in repeated texts",
    `OR(${many(90, (index) => `FIND("zz${index}", REPT({optionCodes}, 200)) > 0`)})`,
  ),
  costly(
    "dates by the hundred, written and read",
    `OR(${many(90, (index) => `DATETIME_FORMAT(DATEADD({createdAt}, ${index}, "days"), "YYYY-MM-DD HH:mm") = "x"`)})`,
  ),
  costly(
    "patterns over SQLite, which the database cannot decide",
    `OR(${many(50, (index) => `REGEX_MATCH(REPT({title}, 200), "(a|b|c)*${index}.{100}@")`)})`,
  ),
  {
    name: "a flood of heavy queries of one key",
    does: floods({
      connections: 40,
      send: (time) =>
        query("/cars", {
          filterByFormula: `REGEX_MATCH(REPT({optionCodes}, 5), "(a|b|c)*${time % 7}.{50}@")`,
        }),
      forMs,
    }),
    earns: ANY,
  },
  {
    name: "heavy queries over SQLite, 60 at once",
    does: asks({
      connections: 60,
      send: query("/stored", { filterByFormula: 'REGEX_MATCH({optionCodes}, "(a|b|c)*.{50}@")' }),
      forMs: 2 * forMs,
    }),
    earns: ANY,
    needsSqlite: true,
    isLong: true,
  },
];

export const ORDERS: readonly Attack[] = [
  {
    name: "ten orders of all records by a long text, at once",
    does: readsSlowly({
      connections: 10,
      send: get("/cars?sort.0.field=optionCodes&sort.1.field=title"),
      forMs,
    }),
  },
  {
    name: "ten orders of all records in SQLite, at once",
    does: asks({
      connections: 10,
      send: get("/stored?sort.0.field=optionCodes&sort.1.field=title&maxRecords=10"),
      forMs: WAIT_MS,
    }),
    needsSqlite: true,
    earns: [200, 429, 503],
  },
  {
    name: "60 filtered orders by a long computed text, at once",
    does: asks({
      connections: 60,
      send: (time) =>
        query("/computed", {
          filterByFormula: `AND({price} > ${time}, ISONEOF(RIGHT({vin}, 2), "17", "71"))`,
          maxRecords: "1",
          "sort.0.field": "long",
        }),
      forMs: WAIT_MS,
    }),
    earns: ANY,
    answers: 1,
  },
  {
    name: "a flood of orders by every field, with pages",
    does: floods({
      connections: 20,
      send: (time) =>
        get(
          `/cars?sort.0.field=${["price", "title", "odometer", "createdAt"][time % 4]}&sort.0.direction=${time % 3 === 0 ? "desc" : "asc"}&pageSize=1000`,
        ),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "an order by every field at once",
    does: asks({
      connections: 5,
      send: get(
        `/cars?${["country", "currency", "modelLetter", "year", "odometerType", "tax", "price", "title"].map((name, index) => `sort.${index}.field=${name}`).join("&")}&pageSize=10000`,
      ),
      forMs: WAIT_MS,
    }),
    isLong: true,
  },
];

/** A key or a measure with a constant of its own, which is computed when the formula is compiled. */
const folded = (index: number): string =>
  `LEN(REGEX_REPLACE(REPT("ab", ${8_000 - index}), "a?.{0,50}@", ""))`;

export const GROUPS: readonly Attack[] = [
  {
    name: "groups with 20 measures and 3 keys, whose constants are folded",
    does: asks({
      connections: 3,
      send: post("/cars/groups", {
        groupBy: [0, 1, 2].map((index) => ({ formula: folded(index), name: `k${index}` })),
        measure: Array.from({ length: 20 }, (_, index) => `sum(${folded(3 + index)} + {price})`),
      }),
      forMs: WAIT_MS,
    }),
    earns: ANY,
    answers: 1,
  },
  {
    name: "groups by three long texts of each record",
    does: asks({
      connections: 3,
      send: post("/cars/groups", {
        groupBy: [0, 1, 2].map((index) => ({
          formula: `REPT({vin}, ${3_500 + index})`,
          name: `k${index}`,
        })),
      }),
      forMs: WAIT_MS,
    }),
    earns: ANY,
    answers: 1,
  },
];

const [car] = demoCars(1);
const explain = (formula: string): string =>
  post("/explain", { collection: "cars", record: car?.vin, filterByFormula: formula });

export const EXPLANATIONS: readonly Attack[] = [
  {
    name: "twelve explanations of ten chains of UPPER over 65,000 characters",
    does: asks({
      connections: 12,
      send: explain(`OR(${many(10, () => UPPERS)})`),
      forMs: WAIT_MS,
    }),
    earns: ANY,
  },
  {
    name: "explanations of 31 chains",
    does: asks({
      connections: 4,
      send: explain(`OR(${many(31, () => UPPERS)})`),
      forMs: WAIT_MS,
    }),
    earns: ANY,
    isLong: true,
  },
  {
    name: "explanations of 100 patterns over a long text",
    does: asks({
      connections: 4,
      send: explain(
        `OR(${many(100, (index) => `LEN(REGEX_REPLACE(REPT({optionCodes}, 300), "a${index}?.{0,100}@", "")) = 1`)})`,
      ),
      forMs: WAIT_MS,
    }),
    earns: ANY,
    isLong: true,
  },
  {
    name: "a flood of explanations without a record",
    does: floods({
      connections: 20,
      send: (time) =>
        post("/explain", {
          collection: "cars",
          filterByFormula: `OR(${many(90, (index) => `{price} = ${index + time}`)})`,
        }),
      forMs,
    }),
    earns: ANY,
    isLong: true,
  },
  {
    name: "a flood of formulas to validate, all wrong",
    does: floods({
      connections: 20,
      send: (time) =>
        post("/validate", {
          collection: "cars",
          filterByFormula: `OR(${many(90, (index) => `{prise${index}${time}}`)})`,
        }),
      forMs,
    }),
    earns: ANY,
  },
  {
    name: "formulas to validate, as long and as deep as they may be",
    does: floods({
      connections: 20,
      send: (time) =>
        post("/validate", {
          collection: "cars",
          filterByFormula: time % 2 === 0 ? `${"(".repeat(7_000)}1` : `1${"+1".repeat(7_000)}`,
        }),
      forMs,
    }),
    earns: ANY,
    isLong: true,
  },
];

export const CACHES: readonly Attack[] = [
  {
    name: "formulas with twelve large patterns, a new one each time",
    does: floods({
      connections: 10,
      send: (time) =>
        query("/cars", {
          filterByFormula: `OR(${many(12, (index) => `REGEX_MATCH({title}, "a${index}x${time}.{200}")`)})`,
          maxRecords: "1",
        }),
      forMs: 2 * forMs,
    }),
    earns: ANY,
  },
  {
    name: "short formulas, a new one each time",
    does: floods({
      connections: 20,
      send: (time) => query("/cars", { filterByFormula: `{price} = ${time}.25`, maxRecords: "1" }),
      forMs,
    }),
    earns: ANY,
    isLong: true,
  },
  {
    name: "long formulas, a new one each time",
    does: floods({
      connections: 10,
      send: (time) =>
        post("/cars/query", {
          filterByFormula: `OR(${many(90, (index) => `{title} = "${"x".repeat(100)}${index}${time}"`)})`,
          maxRecords: 1,
        }),
      forMs,
    }),
    earns: ANY,
    isLong: true,
  },
  {
    name: "cursors that were forged",
    does: floods({
      connections: 20,
      send: (time) => get(`/cars?pageSize=2&cursor=${"A".repeat(500)}${time}`),
      forMs,
    }),
    earns: [400, 422, 429, 503],
    isLong: true,
  },
  {
    name: "pages of one record, without an end, each with another tag",
    does: floods({
      connections: 20,
      send: (time) => get(`/cars?pageSize=${1 + (time % 50)}`, `if-none-match: "${time}"`),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "fields in every order, for as many tags and shapes",
    does: floods({
      connections: 20,
      send: (time) => {
        const names = ["vin", "url", "title", "country", "price", "tax", "year", "odometer"];
        const turned = names.map((_, index) => names[(index + time) % names.length]);
        return get(
          `/cars?maxRecords=3&${turned.map((name, index) => `fields.${index}=${name}`).join("&")}`,
        );
      },
      forMs,
    }),
    isLong: true,
  },
];

export const RATIOS: readonly Attack[] = [
  {
    name: "answers that compress well, asked 200 at once and never read",
    does: neverReads({
      connections: 200,
      send: get("/cars?fields.0=currency", "accept-encoding: br"),
      forMs,
    }),
  },
  {
    name: "small answers in Brotli, without an end",
    does: floods({
      connections: 30,
      send: get("/cars?maxRecords=20", "accept-encoding: br"),
      forMs,
    }),
    isLong: true,
  },
];
