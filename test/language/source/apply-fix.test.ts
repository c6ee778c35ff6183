import { expect, it } from "vitest";
import { applyFix } from "../../../src/language/source/apply-fix.ts";

it("applies all edits, in any order of the list", () => {
  const edits = [
    { span: { start: 4, end: 5 }, text: "C" },
    { span: { start: 0, end: 1 }, text: "" },
    { span: { start: 2, end: 2 }, text: "--" },
  ];
  expect(applyFix("a b c", { title: "", edits })).toBe(" --b C");
});

it("keeps the order of edits at one position", () => {
  const at = { start: 1, end: 1 };
  const edits = [
    { span: at, text: "1" },
    { span: at, text: "2" },
    { span: { start: 1, end: 2 }, text: "3" },
  ];
  expect(applyFix("abc", { title: "", edits })).toBe("a123c");
});
