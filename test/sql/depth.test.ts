import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { countOf } from "../harness/extent.ts";

const DIALECTS = ["sqlite", "duckdb", "postgres", "distributed", "mariadb", "mysql", "clickhouse"];
const CALLS = ["toSql", "exact", "explainSql", "toQuery", "toCount"];
const script = fileURLToPath(new URL("ask-deep.mjs", import.meta.url));

function chain(operator: string, operand: string, count: number): string {
  return new Array<string>(count).fill(operand).join(operator);
}

function nested(opens: readonly string[], innermost: string, depth: number): string {
  const open = Array.from({ length: depth }, (_, level) => opens[level % opens.length]);
  return open.join("") + innermost + ")".repeat(depth);
}

/** Formulas as deep as the default limits allow, of each kind that nests. */
const FORMULAS: Readonly<Record<string, string>> = {
  "=": chain("=", "price", 990),
  "= of two fields": chain("=", "price=tax", 495),
  "<": chain("<", "price", 990),
  "+": `${chain("+", "price", 990)} > 3`,
  "/": `${chain("/", "price", 990)} > 3`,
  "&": chain("&", "country", 990),
  "AND and OR": nested(["AND(price > 1, ", "OR(tax > 2, "], "price = tax", 62),
  NOT: nested(["NOT(", "NOT(1 < "], "price", 62),
  IF: nested(["IF(price > tax, 1, "], "tax", 62),
};

/** The calls with another one first for each formula: the first meets the coldest code. */
function rotated(by: number): readonly string[] {
  const start = by % CALLS.length;
  return [...CALLS.slice(start), ...CALLS.slice(0, start)];
}

/** A process for each question takes its time: usually a dialect is asked about one formula in three. */
const ONE_IN = countOf(3, 1);

describe.each(DIALECTS)("%s writes in a cold process", (dialect) => {
  const asked = Object.keys(FORMULAS).filter(
    (_, index) => (index + DIALECTS.indexOf(dialect)) % ONE_IN === 0,
  );

  it.each(asked)("%s", (name) => {
    const calls = rotated(Object.keys(FORMULAS).indexOf(name) + DIALECTS.indexOf(dialect));
    const input = JSON.stringify({ source: FORMULAS[name], dialect, calls });
    const { stdout, stderr } = spawnSync(process.execPath, [script], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      toSql: "object",
      exact: "boolean",
      explainSql: "number",
      toQuery: "string",
      toCount: expect.stringMatching(/^(object|undefined)$/),
    });
  });
});
