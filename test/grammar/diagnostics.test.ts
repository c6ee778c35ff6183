import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_DOCUMENTATION } from "../../grammar/tools/diagnostic-documentation.ts";
import { documentedDiagnostics } from "../../grammar/tools/documented-diagnostics.ts";
import { DIAGNOSTIC_SEVERITIES } from "../../src/language/source/diagnostic-codes.ts";
import { pages } from "./page-examples.ts";

const documented = Object.entries(DIAGNOSTIC_DOCUMENTATION);
const codes = Object.keys(DIAGNOSTIC_SEVERITIES);

it("every code is documented, in the order of the code, and no other is", () => {
  expect(documented.map(([code]) => code)).toEqual(codes);
  const page = pages().get("diagnostics.md") ?? "";
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(codes);
});

describe.each(documented)("%s", (code, documentation) => {
  const { example, instead } = documentation;

  it("is reported for its example, once, and nothing else", () => {
    const diagnostics = documentedDiagnostics(documentation, example);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it("is not reported for the corrected example, and neither is anything else", () => {
    expect(documentedDiagnostics(documentation, instead)).toEqual([]);
  });
});
