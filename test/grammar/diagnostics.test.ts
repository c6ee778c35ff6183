import { describe, expect, it } from "vitest";
import { EXAMPLE_SCHEMA, SCHEMA_WITHOUT_ROLES } from "../../grammar/tools/analyse.ts";
import { DIAGNOSTIC_DOCUMENTATION } from "../../grammar/tools/diagnostic-documentation.ts";
import { check } from "../../src/engine/index.ts";
import { DIAGNOSTIC_SEVERITIES } from "../../src/source/diagnostic-codes.ts";
import { pages } from "./page-examples.ts";

const documented = Object.entries(DIAGNOSTIC_DOCUMENTATION);
const codes = Object.keys(DIAGNOSTIC_SEVERITIES);

it("every code is documented, in the order of the code, and no other is", () => {
  expect(documented.map(([code]) => code)).toEqual(codes);
  const page = pages().get("diagnostics.md") ?? "";
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(codes);
});

describe.each(documented)("%s", (code, { example, instead, limits = {}, withoutRoles }) => {
  const schema = withoutRoles ? SCHEMA_WITHOUT_ROLES : EXAMPLE_SCHEMA;

  it("is what its example earns, once, and nothing else", () => {
    const { diagnostics } = check(example, schema, { limits });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it("is not earned by what is to be written instead, nor is anything else", () => {
    expect(check(instead, schema, { limits }).diagnostics).toEqual([]);
  });
});
