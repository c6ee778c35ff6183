import { describe, expect, it } from "vitest";
import {
  check,
  compileOrThrow,
  defineFunction,
  field,
  fx,
  readSchema,
  type Schema,
} from "../../src/index.ts";
import { needForEach } from "../harness/extent.ts";
import { expectSameEverywhere, schemaOf } from "../hostile/everywhere.ts";
import { ATTACKS, CORPUS } from "./corpus.ts";

/** A field of any name can be declared, named in a formula and read from a row; and its formula prints and parses. */
function expectUsable(...names: readonly string[]): void {
  // Through JSON, so that `__proto__` is a property like any other.
  const schema = schemaOf(
    JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: "text"`).join()}}`),
  );
  for (const name of names) {
    const row: unknown = JSON.parse(
      `{${names.map((other) => `${JSON.stringify(other)}: ${JSON.stringify(other === name ? "x" : "y")}`).join()}}`,
    );
    const { source } = fx`${field(name)} = ${"x"}`;
    expect(compileOrThrow(source, schema).fields).toEqual([name]);
    expect(expectSameEverywhere(source, [row, {}, Object.create(null)], schema)).toEqual([row]);
  }
}

function expectRefused(name: string): void {
  const result = readSchema({ fields: JSON.parse(`{${JSON.stringify(name)}: "text"}`) });
  expect(result.ok).toBe(false);
}

const codesOf = (source: string, schema: Schema): readonly string[] =>
  check(source, schema).diagnostics.map(({ code }) => code);

/** Each entry of the corpus about schemas in memory. */
const IN_MEMORY: Readonly<Record<string, () => void>> = {
  "S-SCHEMA-001": () => expectUsable("__proto__"),
  "S-SCHEMA-002": () => expectUsable("constructor", "toString", "hasOwnProperty"),
  "S-SCHEMA-004": () => expectUsable("a`b"),
  "S-SCHEMA-005": () => expectUsable("a\\b", "a\\", "\\", "a\\}b"),
  "S-SCHEMA-006": () => expectRefused("a\0b"),
  "S-SCHEMA-007": () => expectUsable("a}b", "{", "{}", "a{b"),
  "S-SCHEMA-008": () => expectRefused(""),
  "S-SCHEMA-009": () => expectUsable(" a", "a ", "a", " "),
  "S-SCHEMA-011": () => expectUsable(`${"x".repeat(63)}1`, `${"x".repeat(63)}2`),
  "S-SCHEMA-012": () => expectUsable("x".repeat(65), "x".repeat(10_000)),
  "S-SCHEMA-013": () => expectUsable("Café", "Cafe\u0301"),
  "S-SCHEMA-014": () => {
    expectUsable("IF", "AND", "TRUE", "NOW");
    const schema = schemaOf({ AND: "boolean", NOW: "text" });
    expect(codesOf("AND({AND}, AND) = {NOW}", schema)).toEqual(["comparison-type"]);
    expect(codesOf("AND(AND, NOW = 'x', NOW() > '2020-01-01')", schema)).toEqual([]);
  },
  "S-SCHEMA-015": () => {
    expectUsable("rowid", "oid", "ctid", "_part");
    expect(codesOf("{rowid} = 1", schemaOf({ id: "number" }))).toEqual(["unknown-field"]);
  },
  "S-SCHEMA-017": () => {
    const open = schemaOf({ price: "number" });
    const secretive = schemaOf({ price: "number", secret: { type: "text", hidden: true } });
    for (const source of [
      "{secret}",
      "{secrets}",
      "secret = 'x'",
      "SECRET()",
      "{price} & {secret}",
    ]) {
      expect(check(source, secretive)).toEqual(check(source, open));
    }
    expect([...secretive.fields.keys()]).toEqual(["price"]);
  },
  "S-SCHEMA-019": () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `column ${index}`);
    const schema = schemaOf(Object.fromEntries(names.map((name) => [name, "number"])));
    const row = Object.fromEntries(names.map((name, index) => [name, index]));
    expect(compileOrThrow("{column 9999} = 9999", schema).matches(row)).toBe(true);
    expect(codesOf("{column 10000} = 1", schema)).toEqual(["unknown-field"]);
  },
  "S-SCHEMA-024": () => {
    // In memory a number is a double; a big integer is none, and so is blank.
    const schema = schemaOf({ n: "number" });
    const rows = [{ n: 2 ** 53 }, { n: 2n ** 53n }, { n: 2 ** 53 + 2 }];
    expect(expectSameEverywhere("{n} = 9007199254740993", rows, schema)).toEqual([rows[0]]);
    expect(expectSameEverywhere("{n} = BLANK()", rows, schema)).toEqual([rows[1]]);
  },
  "S-SCHEMA-025": () => {
    const schema = schemaOf({ n: "number" });
    expect(
      expectSameEverywhere("{n} = BLANK()", [{ n: "1.50" }, { n: { valueOf: () => 1 } }], schema),
    ).toHaveLength(2);
  },
  "S-SCHEMA-026": () => {
    const schema = schemaOf({ b: "boolean" });
    const rows = [{ b: true }, { b: 1 }, { b: 2 }, { b: "t" }, { b: 0 }, { b: Object(true) }];
    expect(expectSameEverywhere("{b}", rows, schema)).toEqual([rows[0]]);
  },
  "S-SCHEMA-027": () => {
    // Dates are instants and are read in UTC, whatever zone the process is in.
    const schema = schemaOf({ d: "date" });
    const zone = process.env.TZ;
    const rows = [
      { d: "2024-02-29" },
      { d: "2024-02-29T23:30:00" },
      { d: new Date("2024-02-29T00:30:00Z") },
    ];
    for (const other of ["Asia/Kolkata", "America/New_York", "UTC"]) {
      process.env.TZ = other;
      expect(
        expectSameEverywhere("AND(YEAR({d}) = 2024, MONTH({d}) = 2, DAY({d}) = 29)", rows, schema),
      ).toEqual(rows);
      expect(
        expectSameEverywhere("DATETIME_FORMAT({d}, 'YYYY-MM-DD') = '2024-02-29'", rows, schema),
      ).toEqual(rows);
    }
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  },
  "S-SCHEMA-029": () => {
    const schema = schemaOf({ t: "text" });
    expect(expectSameEverywhere("{t} = 'a'", [{ t: "a" }, { t: "a  " }], schema)).toEqual([
      { t: "a" },
    ]);
  },
  "S-SCHEMA-031": () => {
    const schema = schemaOf({ l: "list", t: "text" });
    const row: unknown = JSON.parse(
      '{"l": ["x"], "t": {"__proto__": {"polluted": true}}, "__proto__": {"l": ["y"]}}',
    );
    expect(expectSameEverywhere("HAS({l}, 'x')", [row], schema)).toEqual([row]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  },
  "S-SCHEMA-032": () => {
    const schema = schemaOf({ t: "text" });
    const rows = [{ t: "\ufffd" }, { t: "\udcff" }];
    expect(expectSameEverywhere("{t} = '\ufffd'", rows, schema)).toEqual([rows[0]]);
    expect(expectSameEverywhere("{t} = ''", rows, schema)).toEqual([rows[1]]);
  },
  "S-SCHEMA-033": () => {
    const schema = schemaOf({ t: "text" });
    const rows = [{ t: "a\0b" }, { t: "a" }];
    expect(expectSameEverywhere("LEN({t}) = 0", rows, schema)).toEqual([rows[0]]);
    expect(expectSameEverywhere("FIND('a', {t})", rows, schema)).toEqual([rows[1]]);
  },
  "S-SCHEMA-044": () => {
    const definition = defineFunction({
      name: "HARMLESS",
      parameters: [],
      result: "text",
      lower: (core) => core.text("x"),
    });
    const schema = schemaOf({ t: "text" });
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(() => check("1", schema, { functions: [{ ...definition, name }] })).toThrow(TypeError);
      expect(codesOf(`${name}()`, schema)).toEqual(["unknown-function"]);
    }
  },
};

/** Entries about what is not in memory: where they are answered. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "S-SCHEMA-021": "the service: the collection is a fixed path",
  "S-SCHEMA-030": "SQL: collations",
  "S-SCHEMA-035": "SQL: the fragment stands in parentheses",
  "S-SCHEMA-037": "SQL: identifiers come from the schema",
  "S-SCHEMA-038": "stores: DuckDB's settings",
  "S-SCHEMA-039": "SQL: MariaDB's modes",
  "S-SCHEMA-041": "stores: MariaDB's character set",
  "S-SCHEMA-042": "stores: ClickHouse's limits",
  "S-SCHEMA-043": "stores: PostgreSQL's roles",
};

// What each entry asks stands above, so these run whether the corpus is there or not.
describe("schemas that are attacks", () => {
  it.each(Object.entries(IN_MEMORY))("%s", (_, holds) => holds());
});

describe("the schemas of the corpus", () => {
  needForEach(CORPUS);

  it("each have a test here or elsewhere", () => {
    const ids = ATTACKS?.filter(({ kind }) => kind === "schema").map(({ id }) => id) ?? [];
    expect([...Object.keys(IN_MEMORY), ...Object.keys(ELSEWHERE)].sort()).toEqual(ids.sort());
  });
});
