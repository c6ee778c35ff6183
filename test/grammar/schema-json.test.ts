import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSchema } from "../../src/engine/index.ts";
import { runsOf } from "../harness/extent.ts";
import { GRAMMAR_FOLDER } from "./page-examples.ts";

const text = readFileSync(new URL("isoform-schema.json", GRAMMAR_FOLDER), "utf8");
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(JSON.parse(text));

const accepted: readonly unknown[] = [
  { fields: {} },
  { fields: { a: "text", b: "number", c: "boolean", d: "date", e: "list" } },
  { fields: { a: { type: "text" } } },
  { fields: { a: { type: "text", key: true } } },
  { fields: { a: { type: "number", key: true, description: "The number." } } },
  { fields: { a: { type: "list", key: false, hidden: true } } },
  { fields: { a: { type: "date", role: "created", key: false } } },
  { fields: { a: { type: "date", time: true } } },
  { fields: { a: { type: "text", choices: ["b", "c"] }, d: { type: "list", choices: ["😀"] } } },
  { fields: { a: { type: "date", role: "created" }, b: { type: "date", role: "modified" } } },
  { fields: { "a name, with {braces} \\ and 😀": "text" } },
  JSON.parse('{"fields":{"__proto__":"text","constructor":"number"}}'),
  { fields: {}, more: true },
  { fields: { a: "number", b: { formula: "{a} + 1", hidden: true, description: "More." } } },
  { fields: { a: "date", b: { formula: "DAY({a})" } }, timeZone: "Europe/Rome" },
];

const refused: readonly unknown[] = [
  { fields: { a: { formula: 1 } } },
  { fields: { a: { formula: "1", type: "number" } } },
  { fields: { a: { formula: "1", key: true } } },
  { fields: {}, timeZone: 1 },
  null,
  [],
  "text",
  {},
  { fields: null },
  { fields: [] },
  { fields: { "": "text" } },
  { fields: { "a\u0000": "text" } },
  { fields: { "a\ud800": "text" } },
  { fields: { a: "integer" } },
  { fields: { a: null } },
  { fields: { a: ["text"] } },
  { fields: { a: {} } },
  { fields: { a: { type: "constructor" } } },
  { fields: { a: { type: "text", unique: true } } },
  { fields: { a: { type: "text", key: 1 } } },
  { fields: { a: { type: "text", key: null } } },
  { fields: { a: { type: "text", hidden: "no" } } },
  { fields: { a: { type: "text", description: 5 } } },
  { fields: { a: { type: "date", role: "deleted" } } },
  { fields: { a: { type: "date", role: null } } },
  { fields: { a: { type: "date", time: 1 } } },
  { fields: { a: { type: "text", time: true } } },
  { fields: { a: { type: "number", choices: ["1"] } } },
  { fields: { a: { type: "text", choices: [] } } },
  { fields: { a: { type: "text", choices: [""] } } },
  { fields: { a: { type: "text", choices: ["b", "b"] } } },
  { fields: { a: { type: "text", choices: ["b\u0000"] } } },
  { fields: { a: { type: "list", choices: [1] } } },
  { fields: { a: { formula: "1", choices: ["1"] } } },
  { fields: { a: { type: "date", key: true } } },
  { fields: { a: { type: "boolean", key: true } } },
  { fields: { a: { type: "text", role: "created" } } },
  { fields: { a: { type: "text", key: true, role: "created" } } },
];

describe("isoform-schema.json", () => {
  it.each(accepted.map((json) => [json]))("accepts %j, as readSchema does", (json) => {
    expect(validate(json)).toBe(true);
    expect(readSchema(json).ok).toBe(true);
  });

  it.each(refused.map((json) => [json]))("refuses %j, as readSchema does", (json) => {
    expect(validate(json)).toBe(false);
    expect(readSchema(json).ok).toBe(false);
  });

  it("agrees with readSchema on the declaration of any one field", () => {
    const type = fc.constantFrom("text", "number", "boolean", "date", "list", "constructor", null);
    const declaration = fc.record(
      {
        type,
        key: fc.constantFrom(true, false, null, 1),
        role: fc.constantFrom("created", "modified", "key", null),
        time: fc.constantFrom(true, false, null),
        choices: fc.oneof(
          fc.constant(null),
          fc.array(fc.constantFrom("a", "b", "", 1), { maxLength: 2 }),
        ),
        hidden: fc.constantFrom(true, false, "yes"),
        description: fc.constantFrom("", "A field.", null),
        more: fc.constant(1),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.oneof(type, declaration), (name, declared) => {
        // Through JSON, which is what both are for.
        const json: unknown = JSON.parse(JSON.stringify({ fields: { [name]: declared } }));
        expect(validate(json)).toBe(readSchema(json).ok);
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it("leaves to readSchema that a role is used once", () => {
    const json = { fields: { a: { type: "text", key: true }, b: { type: "text", key: true } } };
    expect(validate(json)).toBe(true);
    expect(readSchema(json).ok).toBe(false);
  });
});
