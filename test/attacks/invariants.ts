import { expect } from "vitest";
import {
  check,
  type Diagnostic,
  equalExpressions,
  format,
  parse,
  print,
  render,
} from "../../src/index.ts";
import type { Schema } from "../../src/language/schema/index.ts";
import { ERROR, type Outcome } from "../../src/language/values/plain.ts";
import { lowerSource, REFERENCE, showOutcome } from "../harness/ways.ts";
import { expectSameEverywhere, NOW } from "../hostile/everywhere.ts";
import { BASE_ROWS, CARS, CARS_WITHOUT_SECRETS, type Car } from "./fixture.ts";

/** What a formula came to. Rows are named as the fixture names them. */
export type Observed =
  | { readonly outcome: "refused"; readonly codes: readonly string[] }
  | { readonly outcome: "answers"; readonly value: string; readonly warnings?: readonly string[] }
  | {
      readonly outcome: "filters";
      readonly rows: readonly string[];
      readonly errors: readonly string[];
      readonly warnings?: readonly string[];
    };

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const LONGEST_MESSAGE = 300;
const OUR_PATHS = /node_modules|\/src\/|\.ts:\d|\bat [A-Z]\w+\./;

/** Tries a formula, holds it to everything that every formula must keep, and says what it came to. */
export function tryFormula(source: string, rows: readonly Car[], schema: Schema = CARS): Observed {
  const { diagnostics, ok } = check(source, schema);
  expectFitMessages(source, diagnostics);
  // Whoever may not see a field may not find out that it is there.
  if (schema === CARS) expect(check(source, CARS_WITHOUT_SECRETS)).toEqual(check(source, CARS));
  expectRoundTrip(source);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(ok).toBe(errors.length === 0);
  if (!ok) return { outcome: "refused", codes: codesOf(errors) };
  const partition = expectPartition(source, rows, schema);
  const warnings = ok && diagnostics.length > 0 ? { warnings: codesOf(diagnostics) } : {};
  if (partition.fields === 0) {
    return { outcome: "answers", value: partition.value, ...warnings };
  }
  const named = (found: readonly unknown[]): readonly string[] =>
    BASE_ROWS.filter((row) => found.includes(row)).map(({ row }) => row);
  return {
    outcome: "filters",
    rows: named(partition.hits),
    errors: named(partition.errors),
    ...warnings,
  };
}

function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
}

/** Messages are short, carry nothing hidden and say nothing of our insides. */
export function expectFitMessages(source: string, diagnostics: readonly Diagnostic[]): void {
  for (const { message, help = "", fix, related = [], span } of diagnostics) {
    for (const text of [
      message,
      help,
      fix?.title ?? "",
      ...related.map((other) => other.message),
    ]) {
      expect(text.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
      expect(text).not.toMatch(CONTROL);
      expect(text).not.toMatch(OUR_PATHS);
      if (!source.includes("secret_token")) expect(text).not.toContain("secret_token");
      if (!source.includes("Owner.password")) expect(text).not.toContain("Owner.password");
    }
    expect(span.start >= 0 && span.start <= span.end && span.end <= source.length).toBe(true);
  }
  expect(typeof render(source, diagnostics)).toBe("string");
}

/** What parses prints to a formula that parses to the same tree. */
function expectRoundTrip(source: string): void {
  const parsed = parse(source);
  if (!parsed.ok) return;
  const formatted = format(source);
  if (!formatted.ok) throw new Error("a formula that parses cannot be formatted");
  for (const text of [print(parsed.ast), formatted.text]) {
    const again = parse(text, { limits: { length: 64_000 } });
    const same = again.ok && equalExpressions(parsed.ast.root, again.ast.root);
    expect(same, `printed as ${text.slice(0, 200)}`).toBe(true);
  }
}

interface Partition {
  readonly hits: readonly unknown[];
  readonly errors: readonly unknown[];
  /** How many fields the formula reads. */
  readonly fields: number;
  /** The formula's value for a row without values. */
  readonly value: string;
}

/** The rows that match, those that match the negation and those that are errors are all rows, each once; in every way. */
function expectPartition(source: string, rows: readonly Car[], schema: Schema): Partition {
  const { fields } = check(source, schema);
  const formula = lowerSource(source, schema);
  if (!formula.ok) throw new Error("a formula that was checked cannot be lowered");
  const hits = expectSameEverywhere(source, rows, schema);
  const values = REFERENCE.evaluate(formula.lowered, rows, NOW);
  const errors = rows.filter((_, index) => values[index] === ERROR);
  const [blank] = REFERENCE.evaluate(formula.lowered, [{}], NOW);
  const value = show(blank ?? null, formula.lowered.root.type);
  const negated = `NOT(${source}\n)`;
  if (lowerSource(negated, schema).ok) {
    const misses = expectSameEverywhere(negated, rows, schema);
    const failing = expectSameEverywhere(`ISERROR(${source}\n)`, rows, schema);
    expect(failing).toEqual(errors);
    expect(hits.length + misses.length + failing.length).toBe(rows.length);
    expect(new Set([...hits, ...misses, ...failing]).size).toBe(rows.length);
  }
  return { hits, errors, fields: fields.length, value };
}

function show(outcome: Outcome, type: Parameters<typeof showOutcome>[1]): string {
  const isBlank =
    outcome === null || outcome === "" || (typeof outcome === "object" && outcome.length === 0);
  return isBlank ? "blank" : showOutcome(outcome, type);
}
