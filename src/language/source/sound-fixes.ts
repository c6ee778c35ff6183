import { applyEdits } from "./apply-fix.ts";
import type { Edit } from "./diagnostic.ts";
import { type Finding, isError } from "./finding.ts";
import type { Span } from "./span.ts";

/** The most characters that are read again for the fixes of one formula. Fixes that are not tried are dropped. */
const MOST_READ = 16_000;

/**
 * Drops each fix that does not remove its mistake, or makes another one. A repair is a guess from a few tokens, so a fix
 * that looks right there can be wrong in the whole formula.
 *
 * @param findingsIn the findings in another text of the formula
 */
export function withSoundFixes<F extends Finding>(
  source: string,
  findings: readonly F[],
  findingsIn: (text: string) => readonly Finding[],
): readonly F[] {
  const fixed = findings.filter(({ fix }) => fix !== undefined);
  let left = MOST_READ;
  const isSound = (tried: readonly Finding[]): boolean => {
    const edits = tried.flatMap(({ fix = [] }) => fix);
    left -= source.length;
    if (left < 0 || overlap(edits)) return false;
    const rest = findings.filter((one) => !tried.includes(one as Finding) && !isInside(one, tried));
    return isWithin(findingsIn(applyEdits(source, edits)), rest, tried);
  };
  // Nearly always, all of them are sound, and one reading shows it.
  if (fixed.length === 0 || isSound(fixed)) return findings;
  const taken: Edit[] = [];
  return findings.map((finding) => {
    const { fix, ...others } = finding;
    if (fix === undefined) return finding;
    if (overlap([...taken, ...fix]) || !isSound([finding])) return others as F;
    taken.push(...fix);
    return finding;
  });
}

/** Whether the findings are among the expected ones, and what was fixed is gone. Warnings may be new. */
function isWithin(
  found: readonly Finding[],
  expected: readonly Finding[],
  fixed: readonly Finding[],
): boolean {
  const codes = expected.map(({ code }) => code);
  return found.every((one) => {
    const at = codes.indexOf(one.code);
    if (at !== -1) codes.splice(at, 1);
    return (
      at !== -1 ||
      !(isError(one) || fixed.some(({ code }) => code === one.code)) ||
      isHidden(one, fixed)
    );
  });
}

/** Mistakes that are not found beside others: the types beside an unknown name, and the end of a text without an end. */
function isHidden({ code }: Finding, fixed: readonly Finding[]): boolean {
  return fixed.some(({ code: hiding }) => {
    if (hiding.startsWith("unknown-")) return OF_TYPES.test(code);
    if (code === "missing-parenthesis") return hiding.startsWith("unterminated-");
    return code === "empty-formula" && /-character$|^unterminated-/.test(hiding);
  });
}

const OF_TYPES = /-type$|-count$|^invalid-(?:date|argument)$|^literal-required$/;

/** Whether a finding without a fix lies within one of those that are fixed, so that the fix has to remove both. */
function isInside({ span, fix }: Finding, fixed: readonly Finding[]): boolean {
  return (
    fix === undefined &&
    fixed.some((one) => [one, ...(one.fix ?? [])].some((outer) => contains(outer.span, span)))
  );
}

function contains(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end && start < end;
}

function overlap(edits: readonly Edit[]): boolean {
  const spans = edits.map(({ span }) => span).sort((a, b) => a.start - b.start);
  return spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? 0));
}
