import { afterEach, expect, it, vi } from "vitest";
import { Columns } from "../../src/backends/columns/columns.ts";
import { compileOrThrow, defineSchema, readSchema, type Schema } from "../../src/index.ts";
import { recordOrder } from "../../src/language/core/record-order.ts";
import { sqlite } from "../../src/sql.ts";

const schema = defineSchema({
  id: { type: "text", key: true },
  n: "number",
  t: "text",
  double: { formula: "n * 2" },
});
const rows = Array.from({ length: 60_000 }, (_, index) => ({
  id: String(index),
  n: index % 7,
  t: `a text of its own, ${index}`,
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Records attempts to generate code from now on. The attempts succeed: after a failure there would be no others. */
function attemptsToGenerate(): string[] {
  const attempts: string[] = [];
  const noting = <T extends object>(what: string, real: T): T =>
    new Proxy(real, {
      construct: (target, args) => {
        attempts.push(what);
        return Reflect.construct(target as typeof Function, args);
      },
      get: (target, name) => {
        // The test runner reads the prototype.
        if (name !== "prototype") attempts.push(`${what}.${String(name)}`);
        return Reflect.get(target, name);
      },
    });
  vi.stubGlobal("Function", noting("Function", Function));
  const { WebAssembly: real } = globalThis as unknown as { readonly WebAssembly: object };
  vi.stubGlobal("WebAssembly", noting("WebAssembly", real));
  return attempts;
}

it("is not attempted for a formula that is compiled without it", () => {
  const attempts = attemptsToGenerate();
  const source = "AND(n > 2, {double} < 100, OR(FIND('9', t), REGEX_MATCH(t, '[1-3]$')))";
  const quiet = compileOrThrow(source, schema, { codeGeneration: false });
  const columns = Columns.from(rows, schema);
  const found = quiet.filter(rows);
  expect(found.length).toBeGreaterThan(10_000);
  expect(quiet.matches({ id: "", n: 3, t: "9" })).toBe(true);
  for (let times = 0; times < 10; times++) {
    expect([...quiet.select(columns)].map((row) => rows[row])).toEqual(found);
  }
  expect(columns.count(quiet)).toBe(found.length);
  expect(quiet.select(columns, { sort: [{ field: "double" }], limit: 5 })).toHaveLength(5);
  expect(quiet.toSql(sqlite, { table: "t" }).residual?.filter(found)).toEqual(found);
  expect(attempts).toEqual([]);

  // The same formula with code generation, to prove that the test notices attempts.
  expect(compileOrThrow(source, schema).filter(rows)).toEqual(found);
  expect(attempts).not.toEqual([]);
});

it("is not attempted for the formulas of fields that are compiled without it", () => {
  const attempts = attemptsToGenerate();
  const declarations = {
    id: { type: "text", key: true },
    n: "number",
    t: "text",
    digits: { formula: "REGEX_EXTRACT(t, '[0-9]+$')" },
    parity: { formula: "MOD(n * 3, 2) & LEFT(digits, 1)" },
  } as const;
  const options = { codeGeneration: false };
  const quiet = defineSchema(declarations, options);
  const sort = [{ field: "parity" }] as const;
  const some = rows.slice(0, 2000);
  const ofSchema = (one: Schema, how: object = options): object => {
    const sorted = [...some].sort(recordOrder(one, sort)).slice(0, 50);
    const matching = compileOrThrow("TRUE()", one, how);
    const columns = Columns.from(some, one);
    const chosen = matching.select(columns, { sort, limit: 50 });
    expect([...chosen].map((row) => some[row])).toEqual(sorted);
    return columns.record(chosen[0] ?? -1);
  };
  const shown = ofSchema(quiet);
  expect(Object.entries(shown)).toContainEqual(["parity", "00"]);
  const read = readSchema(JSON.parse(JSON.stringify(quiet)), options);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  expect(ofSchema(read.schema)).toEqual(shown);
  // The same holds for a schema that is derived from one, such as that of a key.
  const redeclared = quiet.redeclare(declarations);
  if (!redeclared.ok) throw new Error(redeclared.problems.map(({ message }) => message).join("; "));
  expect(ofSchema(redeclared.schema)).toEqual(shown);
  expect(attempts).toEqual([]);

  const loud = defineSchema(declarations);
  expect(ofSchema(loud)).toEqual(shown);
  expect(attempts).toEqual([]);
  expect(ofSchema(loud, {})).toEqual(shown);
  expect(attempts).not.toEqual([]);
  attempts.length = 0;
  expect(ofSchema(quiet, {})).toEqual(shown);
  expect(attempts).toEqual([]);
});

it("is refused as an option of a schema unless it is a boolean", () => {
  const codeGeneration = "no" as unknown as boolean;
  expect(() => defineSchema({ n: "number" }, { codeGeneration })).toThrow(TypeError);
  expect(() => readSchema({ fields: { n: "number" } }, { codeGeneration })).toThrow(TypeError);
});
