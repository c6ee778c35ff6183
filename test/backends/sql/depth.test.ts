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

/** The calls, each with the type of its result. */
const CALLS: readonly (readonly [call: string, type: unknown])[] = [
  ["toSql", "object"],
  ["exact", "boolean"],
  ["explainSql", "number"],
  ["toQuery", "string"],
  ["toCount", expect.stringMatching(/^(object|undefined)$/)],
];
const script = fileURLToPath(new URL("ask-deep.mjs", import.meta.url));

/** Two calls, others for each formula: the first one runs the coldest code. */
function callsFor(number: number): typeof CALLS {
  const start = number % CALLS.length;
  return [...CALLS.slice(start), ...CALLS.slice(0, start)].slice(0, 2);
}

/** A process for each formula takes a second, so each dialect tests a different eighteenth of them. */
const ONE_IN = 18;

describe.each([
  { limits: DEEP_LIMITS, formulas: DEEP_FORMULAS, name: "the default limits" },
  { limits: RAISED_LIMITS, formulas: DEEPER_FORMULAS, name: "raised limits" },
])("formulas as deep as $name allow are written in a cold process", ({ limits, formulas }) => {
  describe.each([...DIALECTS.entries()])("%i: %s", (number, dialect) => {
    const asked = formulas.flatMap((formula, index) =>
      (index + number) % ONE_IN === 0 ? [{ ...formula, calls: callsFor(index + number) }] : [],
    );

    it.each(asked)("$name", ({ source, calls }) => {
      const names = calls.map(([call]) => call);
      const input = JSON.stringify({ source, dialect, calls: names, limits });
      const { stdout, stderr } = spawnSync(process.execPath, [script], { input, encoding: "utf8" });
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toEqual(Object.fromEntries(calls));
    });
  });
});
