import { expect, it } from "vitest";
import { check, render } from "../../../src/index.ts";

const { diagnostics } = check("FOND(1) + LEFT()");

it("renders diagnostics without the formula's text", () => {
  expect(render(diagnostics)).toBe(
    [
      "error[unknown-function]: there is no function `FOND`",
      "  at 0 to 4",
      "  help: did you mean `FIND`",
      "  fix: write FIND",
      "",
      "error[argument-count]: LEFT takes exactly 2 arguments, but none is given",
      "  at 10 to 16",
      "  help: write `LEFT(text, count)`",
    ].join("\n"),
  );
});

it("colours them where asked", () => {
  expect(render(diagnostics, { color: true })).toContain("\u001b[1;31merror[unknown-function]");
});

it("renders a diagnostic that has no help", () => {
  const [first] = diagnostics;
  if (first === undefined) throw new Error("there are diagnostics");
  const { help: _, fix: __, ...bare } = first;
  expect(render([bare])).toBe("error[unknown-function]: there is no function `FOND`\n  at 0 to 4");
});
