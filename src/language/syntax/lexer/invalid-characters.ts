import { replace, type SyntaxFinding } from "../../source/finding.ts";

/** NUL and lone surrogates, which databases and encodings treat differently. */
const INVALID = /[\0\p{Cs}]/u;
/** A quick first test, which also matches the halves of valid surrogate pairs. */
const SUSPECT = /[\0\ud800-\udfff]/;

export function hasInvalidCharacter(source: string): boolean {
  return SUSPECT.test(source) && INVALID.test(source);
}

/** One finding for each run of invalid characters, including those inside texts. */
export function invalidCharacters(source: string): readonly SyntaxFinding[] {
  if (!hasInvalidCharacter(source)) return [];
  return [...source.matchAll(/[\0\p{Cs}]+/gu)].map(({ 0: run, index }) => {
    const span = { start: index, end: index + run.length };
    const data = { codePoint: run.charCodeAt(0) };
    return { code: "invalid-character", span, data, fix: replace(span, "") };
  });
}
