import { describe, it } from "vitest";
import { expectDiagnostic } from "./expect-diagnostic.ts";

describe("a field by a function of its name", () => {
  it.each([
    ['«prop("price")» > 5', "{price} > 5"],
    ['«col("title")» = "a"', '{title} = "a"'],
    ['«Field("odd {name}\\\\")» = "a"', '{odd \\{name\\}\\\\} = "a"'],
  ])("%s has the fix %s", (marked, fixed) => {
    expectDiagnostic(marked, "unknown-function", { fixed });
  });

  it("has help if there is no such field", () => {
    expectDiagnostic('«prop("nothing at all")» = 1', "unknown-function", {
      help: "write `{name}`",
    });
    expectDiagnostic('«prop("secretToken")» = 1', "unknown-function", { help: "write `{name}`" });
  });
});
