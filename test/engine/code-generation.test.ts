import { afterEach, expect, it, vi } from "vitest";
import { Columns } from "../../src/columns/columns.ts";
import { compileOrThrow, defineSchema } from "../../src/index.ts";
import { sqlite } from "../../src/sql.ts";

const schema = defineSchema({ id: { type: "text", key: true }, n: "number", t: "text" });
const rows = Array.from({ length: 60_000 }, (_, index) => ({
  id: String(index),
  n: index % 7,
  t: `a text of its own, ${index}`,
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

it("is not attempted for a formula that is compiled without it", () => {
  const attempts: string[] = [];
  const noting = (what: string): object =>
    new Proxy(Object, {
      construct: () => {
        attempts.push(what);
        throw new EvalError("a policy forbids it");
      },
      get: (_, name) => {
        attempts.push(`${what}.${String(name)}`);
        return;
      },
    });
  vi.stubGlobal("Function", noting("Function"));
  vi.stubGlobal("WebAssembly", noting("WebAssembly"));
  const source = "AND(n > 2, OR(FIND('9', t), REGEX_MATCH(t, '[1-3]$')))";
  const quiet = compileOrThrow(source, schema, { codeGeneration: false });
  const columns = Columns.from(rows, schema);
  const found = quiet.filter(rows);
  expect(found.length).toBeGreaterThan(10_000);
  expect(quiet.matches({ id: "", n: 3, t: "9" })).toBe(true);
  for (let times = 0; times < 10; times++) {
    expect([...quiet.select(columns)].map((row) => rows[row])).toEqual(found);
  }
  expect(columns.count(quiet)).toBe(found.length);
  expect(quiet.select(columns, { sort: [{ field: "n" }], limit: 5 })).toHaveLength(5);
  expect(quiet.toSql(sqlite, { table: "t" }).residual?.filter(found)).toEqual(found);
  expect(attempts).toEqual([]);

  // The same formula with it: otherwise the test would not notice an attempt.
  expect(compileOrThrow(source, schema).filter(rows)).toEqual(found);
  expect(attempts).not.toEqual([]);
});
