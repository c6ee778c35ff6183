import { quote } from "../../../util/quote.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { diagnostic, replaceFix } from "../../source/report.ts";

/** NUL and lone surrogates: databases and encodings do not agree on them. */
const INVALID = /[\0\p{Cs}]/u;
/** A quick first test, which also matches the halves of sound surrogate pairs. */
const SUSPECT = /[\0\ud800-\udfff]/;

export function hasInvalidCharacter(source: string): boolean {
  return SUSPECT.test(source) && INVALID.test(source);
}

/** One diagnostic for each run of invalid characters, also inside texts. */
export function invalidCharacters(source: string): readonly Diagnostic[] {
  if (!hasInvalidCharacter(source)) return [];
  return [...source.matchAll(/[\0\p{Cs}]+/gu)].map(({ 0: run, index }) => {
    const span = { start: index, end: index + run.length };
    const code = run.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return diagnostic(
      "invalid-character",
      span,
      `${quote(`U+${code}`)} is not allowed in a formula`,
      {
        help: "it is not a character by itself, and no text can contain it",
        fix: replaceFix("remove it", span, ""),
      },
    );
  });
}
