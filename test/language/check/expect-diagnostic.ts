import { expect } from "vitest";
import {
  applyFix,
  type CheckOptions,
  check,
  defineSchema,
  type Schema,
} from "../../../src/index.ts";
import type { Diagnostic } from "../../../src/language/source/diagnostic.ts";
import type { DiagnosticCode } from "../../../src/language/source/diagnostic-codes.ts";
import type { Span } from "../../../src/language/source/span.ts";

/** A field of every type, some of them twice, and names that need care. */
export const LISTINGS = defineSchema({
  vin: { type: "text", key: true },
  title: "text",
  notes: "text",
  price: "number",
  tax: "number",
  sold: "boolean",
  checked: "boolean",
  createdAt: { type: "date", role: "created" },
  soldAt: "date",
  tags: "list",
  photos: "list",
  "odd {name}\\": "text",
  secretToken: { type: "text", hidden: true },
});

/** The expected parts of a diagnostic besides its code and span; omitted ones are not checked. */
export interface Expected {
  readonly message?: string;
  readonly help?: string;
  /** The formula with the fix applied. It must then check without errors, unless `stillWrong`. */
  readonly fixed?: string;
  readonly stillWrong?: boolean;
  /** `null`: checked without a schema. */
  readonly schema?: Schema | null;
  readonly options?: CheckOptions;
}

/** Splits a formula with a span between «guillemets» into the formula and the span. */
function readMarked(marked: string): { readonly source: string; readonly span: Span } {
  const [before = "", inside = "", after = "", ...others] = marked.split(/[«»]/);
  if (others.length > 0 || !/^[^«»]*«[^«»]*»[^«»]*$/.test(marked)) {
    throw new Error(`mark one span in ${marked}`);
  }
  const span = { start: before.length, end: before.length + inside.length };
  return { source: before + inside + after, span };
}

/** Expects exactly one diagnostic: of this code, at the marked span. */
export function expectDiagnostic(
  marked: string,
  code: DiagnosticCode,
  expected: Expected = {},
): Diagnostic {
  const { source, span } = readMarked(marked);
  const { schema = LISTINGS, options } = expected;
  const { diagnostics } = check(source, schema ?? undefined, options);
  expect(diagnostics.map((found) => ({ code: found.code, at: mark(source, found.span) }))).toEqual([
    { code, at: mark(source, span) },
  ]);
  const [found] = diagnostics;
  if (found === undefined) throw new Error("the expectation above holds one diagnostic");
  if (expected.message !== undefined) expect(found.message).toBe(expected.message);
  if (expected.help !== undefined) expect(found.help).toBe(expected.help);
  expect(found.fix === undefined ? undefined : applyFix(source, found.fix)).toBe(expected.fixed);
  if (expected.fixed !== undefined && expected.stillWrong !== true) {
    expectClean(expected.fixed, expected);
  }
  return found;
}

/** Expects no diagnostic at all, not even a warning. */
export function expectClean(source: string, { schema = LISTINGS, options }: Expected = {}): void {
  const { diagnostics, ok } = check(source, schema ?? undefined, options);
  expect(diagnostics.map(({ code, span }) => ({ code, at: mark(source, span) }))).toEqual([]);
  expect(ok).toBe(true);
}

/** The codes and spans of all diagnostics, with spans marked in the formula. */
export function diagnose(source: string, schema: Schema | null = LISTINGS): readonly string[] {
  const { diagnostics } = check(source, schema ?? undefined);
  return diagnostics.map(({ code, span }) => `${code}: ${mark(source, span)}`);
}

function mark(source: string, { start, end }: Span): string {
  return `${source.slice(0, start)}«${source.slice(start, end)}»${source.slice(end)}`;
}
