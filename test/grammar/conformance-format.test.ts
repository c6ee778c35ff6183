import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_SEVERITIES } from "../../src/source/diagnostic-codes.ts";
import { VALUE_TYPES } from "../../src/types/value-type.ts";
import { GRAMMAR_FOLDER } from "./page-examples.ts";

const DATE = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$";

function only(name: string, schema: unknown): unknown {
  const properties = { [name]: schema };
  return { type: "object", required: [name], additionalProperties: false, properties };
}

/** What `grammar/conformance/README.md` says of a file. */
const FILE = {
  type: "object",
  required: ["about", "schema", "cases"],
  additionalProperties: false,
  properties: {
    about: { type: "string", minLength: 1 },
    schema: { type: "object" },
    now: { type: "string", pattern: DATE },
    parameters: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[\\p{L}_][\\p{L}\\p{N}_]*$" },
      additionalProperties: { enum: VALUE_TYPES },
    },
    cases: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["rule", "formula", "row", "expect"],
        additionalProperties: false,
        properties: {
          rule: { type: "string", minLength: 1 },
          formula: { type: "string" },
          timeZone: { type: "string", minLength: 1 },
          with: { type: "object", minProperties: 1 },
          restrict: { type: "string", minLength: 1 },
          assume: { type: "object" },
          row: { type: "object" },
          expect: {
            oneOf: [
              only("value", {
                anyOf: [
                  { type: "string", minLength: 1 },
                  { type: "number" },
                  { type: "boolean" },
                  { type: "array", minItems: 1, items: { type: "string" } },
                ],
              }),
              only("date", { type: "string", pattern: DATE }),
              only("blank", { const: true }),
              only("error", { const: true }),
              only("returned", { type: "boolean" }),
              only("left", { type: "string", minLength: 1 }),
              only("refused", { const: true }),
              only("diagnostics", {
                type: "array",
                uniqueItems: true,
                items: { enum: Object.keys(DIAGNOSTIC_SEVERITIES) },
              }),
            ],
          },
        },
      },
    },
  },
};

const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(FILE);
const folder = new URL("conformance/", GRAMMAR_FOLDER);
const names = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("the conformance files", () => {
  it.each(names)("%s is of the form that the page states", (name) => {
    validate(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
    expect(validate.errors ?? []).toEqual([]);
  });
});
