import { describe, expect, it } from "vitest";
import {
  and,
  atom,
  call,
  chain,
  choose,
  commas,
  FALSE,
  name,
  nullTest,
  or,
  parameter,
  render,
  type SqlFragment,
  sql,
  TRUE,
  unless,
} from "../../../src/backends/sql/sql-fragment.ts";

const [a, b, c] = ["a", "b", "c"].map(name) as [SqlFragment, SqlFragment, SqlFragment];
const QUESTION_MARKS = { placeholder: () => "?", reusable: false };
const NUMBERED = { placeholder: (position: number) => `$${position}`, reusable: true };

function text(fragment: SqlFragment): string {
  return render(fragment, QUESTION_MARKS).text;
}

describe("fragments", () => {
  it.each<readonly [SqlFragment, string]>([
    [sql`${sql`${a} + ${b}`} * ${c}`, "(a + b) * c"],
    [sql`${call("abs", sql`${a} + ${b}`)} * ${c}`, "abs(a + b) * c"],
    [and(or(a, b), c), "(a OR b) AND c"],
    [or(and(a, b), c), "a AND b OR c"],
    [sql`NOT ${or(a, b)}`, "NOT (a OR b)"],
    [call("f", or(a, b), sql`${a} = ${b}`), "f(a OR b, a = b)"],
    [chain("||", [a, sql`${b} + ${c}`]), "a || (b + c)"],
    [sql`${a} IN (${commas([b, c])})`, "a IN (b, c)"],
    [nullTest(sql`${a} = ${b}`), "(a = b) IS NULL"],
    [choose([[a, sql`${b} + ${c}`]], c), "CASE WHEN a THEN b + c ELSE c END"],
    [choose([]), "NULL"],
    [atom`CAST(${or(a, b)} AS REAL)`, "CAST(a OR b AS REAL)"],
    [unless(a), "CASE WHEN a THEN 0 ELSE 1 END = 1"],
  ])("%# keep their meaning in any context", (fragment, expected) => {
    expect(text(fragment)).toBe(expected);
  });

  it("drop operands without effect, and stop at one that decides", () => {
    expect(and()).toBe(TRUE);
    expect(or()).toBe(FALSE);
    expect(and(a, TRUE, a)).toBe(a);
    expect(or(a, FALSE)).toBe(a);
    expect(and(a, FALSE)).toBe(FALSE);
    expect(or(a, TRUE)).toBe(TRUE);
    expect(unless(TRUE)).toBe(FALSE);
    expect(unless(FALSE)).toBe(TRUE);
  });

  it("balance long chains, so that no engine nests too deep", () => {
    const many = Array.from({ length: 1000 }, (_, index) => name(`c${index}`));
    const chained = or(...many);
    expect(chained.depth).toBeLessThan(8);
    const written = text(chained);
    for (const { segments } of many) expect(written).toContain(String(segments[0]));
    expect(longestChain(written)).toBeLessThanOrEqual(32);
  });

  it("know their size before they are written, even if a part is shared", () => {
    let shared: SqlFragment = sql`${a} + ${b}`;
    for (let level = 0; level < 100; level++) shared = sql`${shared} * ${shared}`;
    expect(shared.size).toBeGreaterThan(2 ** 100);
    expect(shared.depth).toBe(102);
  });

  it("have the size of their SQL", () => {
    const value = parameter("x", "text");
    const fragment = and(sql`${a} = ${value}`, choose([[b, c]]));
    expect(Math.abs(fragment.size - text(fragment).length)).toBeLessThan(10);
    expect(fragment.parameters).toBe(1);
  });
});

describe("rendering", () => {
  const one = parameter("one", "text");
  const two = parameter(2, "number");
  const fragment = and(sql`${a} = ${one}`, sql`${b} < ${two}`, sql`${c} <> ${one}`);

  it("gives a parameter one number where placeholders are numbered", () => {
    const { text: written, params } = render(fragment, NUMBERED, 5);
    expect(written).toBe("a = $5 AND b < $6 AND c <> $5");
    expect(params).toEqual(["one", 2]);
  });

  it("repeats a parameter otherwise", () => {
    const { text: written, params } = render(fragment, QUESTION_MARKS);
    expect(written).toBe("a = ? AND b < ? AND c <> ?");
    expect(params).toEqual(["one", 2, "one"]);
  });

  it("splits the SQL at placeholders for tagged templates", () => {
    const { strings, values } = render(fragment, NUMBERED);
    expect(strings).toEqual(["a = ", " AND b < ", " AND c <> ", ""]);
    expect(values).toEqual(["one", 2, "one"]);
  });
});

/** The maximum number of adjacent terms without parentheses between them. */
function longestChain(written: string): number {
  const groups = written.split(/[()]/);
  return Math.max(...groups.map((group) => group.split(" OR ").length));
}
