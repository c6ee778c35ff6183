const LONGEST_COMPARED = 64;
const MOST_COMPARED = 2_000;

/** The known name that is nearest to the given one; `undefined` if none is near enough. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  return suggestion(name, known)?.meant;
}

export interface Suggestion {
  readonly meant: string;
  /** Whether the given name is a misspelling of this one, and of no other. */
  readonly isSure: boolean;
}

/**
 * The known name that is nearest to the given one, and whether it is surely meant; `undefined` if none is near enough.
 *
 * @param isSuggestible whether the name may be suggested. If the nearest may not, another one may, but is not sure.
 */
export function suggestion(
  name: string,
  known: Iterable<string>,
  isSuggestible: (name: string) => boolean = () => true,
): Suggestion | undefined {
  const all = firstOf(known);
  const near = nearest(name, all);
  if (near === undefined || isSuggestible(near.meant)) return near;
  const other = nearest(name, all.filter(isSuggestible));
  return other && { ...other, isSure: false };
}

/**
 * The known word that is nearest to one that must be among them. Up to half of the letters may differ, but then the
 * word is not sure.
 */
export function suggestionAmong(word: string, known: readonly string[]): Suggestion | undefined {
  const all = firstOf(known);
  const near = nearest(word, all);
  if (near !== undefined) return near;
  const far = nearest(word, all, 2);
  return far && { ...far, isSure: false };
}

function firstOf(known: Iterable<string>): readonly string[] {
  const all: string[] = [];
  for (const one of known) if (all.push(one) === MOST_COMPARED) break;
  return all;
}

/** @param share one of this many letters may differ */
function nearest(name: string, known: readonly string[], share = 3): Suggestion | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const wanted = comparable(name);
  // For a name of one or two letters, a single different letter is too much for a suggestion.
  let least = wanted.length < 3 ? 0 : Math.floor(wanted.length / share);
  let names: string[] = [];
  for (const candidate of known) {
    const letters = comparable(candidate);
    if (Math.abs(letters.length - wanted.length) > least) continue;
    const distance = editDistance(wanted, letters, least + 1);
    if (distance > least) continue;
    if (distance < least) names = [];
    least = distance;
    names.push(candidate);
  }
  const [meant, ...others] = names;
  if (meant === undefined) return undefined;
  // Two letters make another word of `minPrice`, a digit another one of `price2024`, and the first letter one of `cost`.
  const isSlip =
    least <= 1 && digitsOf(name) === digitsOf(meant) && isSameStart(wanted, comparable(meant));
  return { meant, isSure: isSlip && others.length === 0 };
}

/** A name without what may differ between names that look the same: case, composition of letters, blanks around. */
function comparable(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** Whether both begin with the same letter, or with the same two in another order. */
function isSameStart([a, b]: string, [c, d]: string): boolean {
  return a === c || (a === d && b === c);
}

function digitsOf(name: string): string {
  return name.replace(/\D/g, "");
}

/** The end of a message about an unknown name: `; did you mean price?`, or an empty string if no known name is near. */
export function didYouMean(
  name: string,
  known: Iterable<string>,
  write: (meant: string) => string = String,
): string {
  const meant = suggest(name, known);
  return meant === undefined ? "" : `; did you mean ${write(meant)}?`;
}

/**
 * Counts insertions, deletions, replacements and swaps of adjacent characters. Stops and returns the bound once the
 * distance cannot be less.
 */
function editDistance(a: string, b: string, bound: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(
        replaced,
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (beforePrevious[j - 2] as number) + 1);
      }
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least >= bound) return bound;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] as number;
}
