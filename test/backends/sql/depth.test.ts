import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  DEEP_FORMULAS,
  DEEP_LIMITS,
  DEEPER_FORMULAS,
  RAISED_LIMITS,
} from "../../depth/formulas.ts";

const DIALECTS = ["sqlite", "duckdb", "postgres", "distributed", "mariadb", "mysql", "clickhouse"];
const CALLS = ["toSql", "exact", "explainSql", "toQuery", "toCount"];
const script = fileURLToPath(new URL("ask-deep.mjs", import.meta.url));

/** The calls in rotated order for each formula: the first call runs the coldest code. */
function rotated(by: number): readonly string[] {
  const start = by % CALLS.length;
  return [...CALLS.slice(start), ...CALLS.slice(0, start)];
}

/** A process for each formula takes a second, so each dialect tests a different eighteenth of them. */
const ONE_IN = 18;

describe.each([
  { limits: DEEP_LIMITS, formulas: DEEP_FORMULAS, name: "the default limits" },
  { limits: RAISED_LIMITS, formulas: DEEPER_FORMULAS, name: "raised limits" },
])("formulas as deep as $name allow are written in a cold process", ({ limits, formulas }) => {
  describe.each([...DIALECTS.entries()])("%i: %s", (number, dialect) => {
    const asked = formulas.flatMap((formula, index) =>
      (index + number) % ONE_IN === 0 ? [{ ...formula, calls: rotated(index + number) }] : [],
    );

    it.each(asked)("$name", ({ source, calls }) => {
      const input = JSON.stringify({ source, dialect, calls, limits });
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
});
