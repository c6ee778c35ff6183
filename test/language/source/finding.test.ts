import { expect, it } from "vitest";
import { excerpt, type Finding, withTexts } from "../../../src/language/source/finding.ts";
import { ENGLISH } from "../../../src/language/source/messages/english.ts";

const span = { start: 0, end: 2 };
const finding: Finding = {
  code: "unknown-field",
  span,
  data: { name: "pr", suggestion: "price" },
  fix: [{ span, text: "{price}" }],
};

it("a finding becomes a frozen diagnostic with the severity of its code and its texts", () => {
  const [found] = withTexts([finding], ENGLISH, undefined);
  expect(found).toEqual({
    code: "unknown-field",
    severity: "error",
    data: { name: "pr", suggestion: "price" },
    span,
    message: "there is no field `pr`",
    help: "did you mean `price`",
    fix: { title: "write `price`", edits: [{ span, text: "{price}" }] },
  });
  expect(Object.isFrozen(found)).toBe(true);
});

it("a catalogue replaces its own texts, and English is used for the others", () => {
  const messages = { diagnostics: { "always-error": () => ({ message: "immer ein Fehler" }) } };
  const others = [{ code: "always-error", span, data: {} }, finding] as const;
  expect(withTexts(others, ENGLISH, messages).map(({ message }) => message)).toEqual([
    "immer ein Fehler",
    "there is no field `pr`",
  ]);
});

it("an excerpt is a text of at most 60 characters", () => {
  expect(excerpt("a".repeat(60))).toBe("a".repeat(60));
  expect(excerpt("a".repeat(61))).toBe(`${"a".repeat(59)}…`);
});
