import { expect } from "vitest";
import type { Diagnostic } from "../../../src/language/source/diagnostic.ts";
import type { DiagnosticCode } from "../../../src/language/source/diagnostic-codes.ts";
import type { Span } from "../../../src/language/source/span.ts";
import { applyFix, parse } from "../../../src/language/syntax/index.ts";

/** The expected parts of a diagnostic besides its code and span; omitted ones are not checked. */
export interface Expected {
  readonly message?: string;
  readonly help?: string;
  /** The formula with the fix applied; unless given, there must be no fix. It must then parse, unless `stillWrong`. */
  readonly fixed?: string;
  readonly stillWrong?: boolean;
}

/** Splits a formula with spans between «guillemets» into the formula and the spans. */
function readMarked(marked: string): { source: string; spans: Span[] } {
  const fragments = marked.split(/([«»])/);
  const spans: Span[] = [];
  let source = "";
  let start = 0;
  for (const fragment of fragments) {
    if (fragment === "«") start = source.length;
    else if (fragment === "»") spans.push({ start, end: source.length });
    else source += fragment;
  }
  return { source, spans };
}

/** Expects exactly one diagnostic: of this code, at the marked span. */
export function expectDiagnostic(
  marked: string,
  code: DiagnosticCode,
  expected: Expected = {},
): Diagnostic {
  const { source } = readMarked(marked);
  const diagnostics = expectDiagnostics(marked, [code]);
  const [found] = diagnostics;
  if (found === undefined) throw new Error("the expectation above holds one diagnostic");
  if (expected.message !== undefined) expect(found.message).toBe(expected.message);
  if (expected.help !== undefined) expect(found.help).toBe(expected.help);
  const fixed = found.fix === undefined ? undefined : applyFix(source, found.fix);
  expect(fixed).toBe(expected.fixed);
  if (fixed !== undefined && expected.stillWrong !== true) {
    expect(diagnosticsOf(fixed)).toEqual([]);
  }
  return found;
}

/** Expects exactly these diagnostics, at the marked spans. */
export function expectDiagnostics(
  marked: string,
  codes: readonly DiagnosticCode[],
): readonly Diagnostic[] {
  const { source, spans } = readMarked(marked);
  const { diagnostics } = parse(source);
  expect(diagnostics.map(({ code, span }) => `${code} ${mark(source, span)}`)).toEqual(
    codes.map((code, index) => `${code} ${mark(source, spans[index] ?? { start: 0, end: 0 })}`),
  );
  return diagnostics;
}

function diagnosticsOf(source: string): readonly string[] {
  return parse(source).diagnostics.map(({ code, span }) => `${code} ${mark(source, span)}`);
}

function mark(source: string, { start, end }: Span): string {
  return `${source.slice(0, start)}«${source.slice(start, end)}»${source.slice(end)}`;
}
