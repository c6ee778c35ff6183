/** The quality of a match, 0 being the best; `undefined` if the name does not match. */
export type Match = 0 | 1 | 2 | 3 | 4;

/**
 * Matches a name with the typed letters: a prefix (0), a prefix ignoring case (1), a prefix of a later word (2),
 * prefixes of several words, as `optc` for `optionCodes` (3), or a part of a word (4).
 */
export function match(written: string, name: string): Match | undefined {
  if (name.startsWith(written)) return 0;
  const [small, whole] = [written.toLowerCase(), name.toLowerCase()];
  if (whole.startsWith(small)) return 1;
  const found = whole.indexOf(small);
  if (found !== -1) return startsWordFrom(whole, name, small) ? 2 : 4;
  return matchesWords(small.replace(/[\s_-]/g, ""), name) ? 3 : undefined;
}

function startsWordFrom(whole: string, name: string, small: string): boolean {
  for (let at = whole.indexOf(small); at !== -1; at = whole.indexOf(small, at + 1)) {
    if (startsWord(name, at)) return true;
  }
  return false;
}

/** Whether a word begins at an index: after a space or a sign, or at a capital after a small letter. */
function startsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [name.charAt(at - 1), name.charAt(at)];
  if (!/[\p{L}\p{Nd}]/u.test(here)) return false;
  if (!/[\p{L}\p{Nd}]/u.test(before)) return true;
  return /\p{Lu}/u.test(here) && !/\p{Lu}/u.test(before);
}

const LONGEST = 64;

/** Whether the letters are prefixes of words of the name, in order. */
function matchesWords(letters: string, name: string): boolean {
  if (letters === "" || letters.length > LONGEST || name.length > 4 * LONGEST) return false;
  const whole = name.toLowerCase();
  if (whole.length !== name.length) return false;
  /** The possible end indices of the match so far. */
  let reached = new Set<number>();
  for (const [index, letter] of [...letters].entries()) {
    const next = new Set<number>();
    for (let at = 0; at < whole.length; at++) {
      if (whole.charAt(at) !== letter) continue;
      const continues = reached.has(at - 1);
      const begins = startsWord(name, at) && (index === 0 || [...reached].some((end) => end < at));
      if (continues || begins) next.add(at);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return true;
}
