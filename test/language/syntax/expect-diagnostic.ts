import { expect } from "vitest";
import type { Diagnostic } from "../../../src/language/source/diagnostic.ts";
import type { DiagnosticCode } from "../../../src/language/source/diagnostic-codes.ts";
import type { Span } from "../../../src/language/source/span.ts";
import { applyFix, parse } from "../../../src/language/syntax/index.ts";

/** What a diagnostic is expected to say, beside its code and place; what is left out is not looked at. */
export interface Expected {
  readonly message?: string;
  readonly help?: string;
  /** The formula once the fix is made; without it there must be no fix. It must then parse, unless `stillWrong`. */
  readonly fixed?: string;
  readonly stillWrong?: boolean;
}

/** Formulas whose places of interest stand between «guillemets», and those places in the formula without them. */
function readMarked(marked: string): { source: string; spans: Span[] } {
  const pieces = marked.split(/([«»])/);
  const spans: Span[] = [];
  let source = "";
  let start = 0;
  for (const piece of pieces) {
    if (piece === "«") start = source.length;
    else if (piece === "»") spans.push({ start, end: source.length });
    else source += piece;
  }
  return { source, spans };
}

/** The formula has exactly one diagnostic: of this code, at the marked place. */
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

/** The formula has exactly these diagnostics, at the marked places. */
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
