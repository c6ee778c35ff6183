import { expect, it } from "vitest";
import { diagnostic, replaceFix } from "../../../src/language/source/report.ts";
import { joinSpans } from "../../../src/language/source/span.ts";

it("gives a diagnostic the severity of its code, and freezes it", () => {
  const span = { start: 0, end: 1 };
  const error = diagnostic("unknown-field", span, "no field");
  expect(error).toEqual({ code: "unknown-field", severity: "error", span, message: "no field" });
  expect(diagnostic("no-effect", span, "odd", { help: "h" })).toMatchObject({
    severity: "warning",
    help: "h",
  });
  expect(Object.isFrozen(error)).toBe(true);
});

it("makes a fix of one replacement", () => {
  const span = { start: 0, end: 1 };
  expect(replaceFix("title", span, "b")).toEqual({ title: "title", edits: [{ span, text: "b" }] });
});

it("joins spans whichever comes first", () => {
  const [first, last] = [
    { start: 1, end: 3 },
    { start: 2, end: 9 },
  ];
  expect(joinSpans(first, last)).toEqual({ start: 1, end: 9 });
  expect(joinSpans(last, first)).toEqual({ start: 1, end: 9 });
});
