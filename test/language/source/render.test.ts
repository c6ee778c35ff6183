import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../src/language/source/diagnostic.ts";
import { render } from "../../../src/language/source/render.ts";
import type { Span } from "../../../src/language/source/span.ts";

function diagnostic(
  span: Span,
  message: string,
  more: Pick<Diagnostic, "help" | "fix" | "related"> = {},
): Diagnostic {
  const data = { before: "1", after: "2", context: "formula" } as const;
  return { code: "missing-operator", severity: "error", data, span, message, ...more };
}

const lines = (...all: string[]) => all.join("\n");
const at = (start: number, end: number) => diagnostic({ start, end }, "wrong");
const rendered = (source: string, start: number, end: number) =>
  render(source, [at(start, end)])
    .split("\n")
    .slice(1)
    .join("\n");

describe("a diagnostic as text", () => {
  it("has its line, carets, related positions, help and fix", () => {
    const source = "LEFT(\n  1 2)";
    const span = { start: 8, end: 11 };
    const found = diagnostic(span, "an operator is missing", {
      help: "write one",
      fix: { title: "write &", edits: [{ span: { start: 9, end: 10 }, text: " & " }] },
      related: [{ span: { start: 4, end: 5 }, message: "opened here" }],
    });
    expect(render(source, [found])).toBe(
      lines(
        "error[missing-operator]: an operator is missing",
        "2 |   1 2)",
        "  |   ^^^",
        "  note: opened here (line 1, column 5)",
        "  help: write one",
        "  fix: write &",
      ),
    );
  });

  it("shows what a fix makes of a formula on one line, unless it is long", () => {
    const fixed = (source: string) =>
      render(source, [
        diagnostic({ start: 0, end: 1 }, "wrong", {
          fix: { title: "mend it", edits: [{ span: { start: 0, end: 0 }, text: "1 + " }] },
        }),
      ]);
    expect(fixed("2\t")).toContain("\n  fix: mend it: 1 + 2    ");
    expect(fixed("2\n")).toMatch(/fix: mend it$/);
    expect(fixed("2".repeat(80))).toMatch(/fix: mend it$/);
  });

  it("is separated from the next by an empty line", () => {
    expect(render("a b", [at(0, 1), at(2, 3)])).toBe(
      lines(
        "error[missing-operator]: wrong",
        "1 | a b",
        "  | ^",
        "",
        "error[missing-operator]: wrong",
        "1 | a b",
        "  |   ^",
      ),
    );
  });

  it("may be coloured", () => {
    const [title, line, marks] = render("ab", [at(0, 2)], { color: true }).split("\n");
    expect(title).toBe("\u001b[1;31merror[missing-operator]\u001b[0m\u001b[1m: wrong\u001b[0m");
    expect(line).toBe("\u001b[34m1 |\u001b[0m ab");
    expect(marks).toBe("\u001b[34m  |\u001b[0m \u001b[1;31m^^\u001b[0m");
    const warning: Diagnostic = {
      code: "no-effect",
      severity: "warning",
      data: { function: "F" },
      span: { start: 0, end: 1 },
      message: "odd",
    };
    expect(render("a", [warning], { color: true })).toContain("\u001b[1;33mwarning[no-effect]");
  });
});

describe("carets", () => {
  it("stand under the end of the formula", () => {
    expect(rendered("f(a", 3, 3)).toBe(lines("1 | f(a", "  |    ^"));
    expect(rendered("", 0, 0)).toBe(lines("1 | ", "  | ^"));
  });

  it("are aligned after tabs, wide characters and combining marks", () => {
    expect(rendered("\ta", 1, 2)).toBe(lines("1 |     a", "  |     ^"));
    expect(rendered("価格 b", 3, 4)).toBe(lines("1 | 価格 b", "  |      ^"));
    expect(rendered("a 価格", 2, 4)).toBe(lines("1 | a 価格", "  |   ^^^^"));
    expect(rendered("😊b", 2, 3)).toBe(lines("1 | 😊b", "  |   ^"));
    expect(rendered("e\u0301b", 2, 3)).toBe(lines("1 | e\u0301b", "  |  ^"));
  });

  it("stand under hidden characters, which show by their number", () => {
    expect(rendered("a\u202eb", 1, 2)).toBe(lines("1 | a\\u{202e}b", "  |  ^^^^^^^^"));
    expect(rendered("a\0", 0, 1)).toBe(lines("1 | a\\u{0}", "  | ^"));
  });

  it("stand under the first and the last line of what is longer", () => {
    expect(rendered("a (b\n  c\nd) e", 2, 11)).toBe(
      lines("1 | a (b", "  |   ^^", "  ...", "3 | d) e", "  | ^^"),
    );
    expect(rendered("a b\nc", 2, 5)).toBe(lines("1 | a b", "  |   ^", "2 | c", "  | ^"));
    expect(rendered("a b\nc", 2, 4)).toBe(lines("1 | a b", "  |   ^"));
  });

  it("count lines that end in \\n, \\r or \\r\\n", () => {
    expect(rendered("a\r\nb\rc\nd", 7, 8)).toBe(lines("4 | d", "  | ^"));
    expect(rendered("a\r\nb", 2, 2)).toBe(lines("1 | a", "  |  ^"));
    expect(rendered(`${"\n".repeat(9)}a`, 9, 10)).toBe(lines("10 | a", "   | ^"));
  });
});

describe("long lines", () => {
  it("show the text around the span", () => {
    const source = "x".repeat(100) + "y".repeat(10) + "z".repeat(100);
    expect(rendered(source, 100, 110)).toBe(
      lines(
        `1 | …${"x".repeat(40)}${"y".repeat(10)}${"z".repeat(40)}…`,
        `  | ${" ".repeat(41)}${"^".repeat(10)}`,
      ),
    );
  });

  it("show only the start of a long span", () => {
    const shown = rendered("x".repeat(500), 0, 500);
    expect(shown).toBe(lines(`1 | ${"x".repeat(100)}…`, `  | ${"^".repeat(60)}`));
  });

  it("are not cut inside a surrogate pair", () => {
    expect(rendered(`a${"😊".repeat(60)}b`, 121, 122)).not.toContain("\\u{");
  });
});
