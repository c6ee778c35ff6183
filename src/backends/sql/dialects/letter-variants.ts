import { letterPairs } from "./letter-pairs.ts";

const MOST = 64;

/**
 * The results of ASCII lower case for all texts with a given lower case: for `kino`, `kino` itself and those with the
 * Kelvin sign and with `İ`. An engine that maps only ASCII letters thus finds exactly the texts with this lower case.
 * `undefined` if there are too many.
 */
export function lowerVariants(text: string): readonly string[] | undefined {
  let variants: readonly string[] = [""];
  for (const letter of text) {
    const forms = formsOf(letter);
    variants = variants.flatMap((start) => forms.map((form) => start + form));
    if (variants.length > MOST) return undefined;
  }
  return variants;
}

/** The non-ASCII letters by their lower case. */
let capitals: ReadonlyMap<string, readonly string[]> | undefined;

function formsOf(letter: string): readonly string[] {
  capitals ??= gather();
  // A lower-case text has no capital letter.
  const isCapital =
    /[A-Z]/.test(letter) || [...capitals.values()].some((all) => all.includes(letter));
  return isCapital ? [] : [letter, ...(capitals.get(letter) ?? [])];
}

function gather(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [capital, small] of letterPairs("lower")) {
    if (/[A-Z]/.test(capital)) continue;
    const known = found.get(small);
    if (known === undefined) found.set(small, [capital]);
    else known.push(capital);
  }
  return found;
}
