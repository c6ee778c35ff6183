import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_SEVERITIES } from "../../src/language/source/diagnostic-codes.ts";
import { VALUE_TYPES } from "../../src/language/types/value-type.ts";
import { conformanceFiles } from "../conformance/case.ts";
import { GRAMMAR_FOLDER } from "./page-examples.ts";

const schema = JSON.parse(readFileSync(new URL("conformance-schema.json", GRAMMAR_FOLDER), "utf8"));
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

describe("the schema of conformance files", () => {
  it("has the types of the language", () => {
    const { parameters } = schema.properties;
    expect([...parameters.additionalProperties.enum].sort()).toEqual([...VALUE_TYPES].sort());
  });
});

describe.each(conformanceFiles())("the conformance file %s", (name, file) => {
  it("has the form that the schema states", () => {
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("expects codes that diagnostics have", () => {
    const codes = file.cases.flatMap(({ expect: expected }) =>
      "diagnostics" in expected ? expected.diagnostics : [],
    );
    expect(Object.keys(DIAGNOSTIC_SEVERITIES)).toEqual(expect.arrayContaining(codes));
  });

  it("has each case on a line of its own", () => {
    const text = readFileSync(new URL(`conformance/${name}`, GRAMMAR_FOLDER), "utf8");
    const lines = text.split("\n");
    const from = lines.indexOf('  "cases": [') + 1;
    const cases = lines.slice(from, lines.indexOf("  ]", from));
    expect(cases.map((line) => JSON.parse(line.replace(/,$/, "")))).toEqual(file.cases);
  });
});
