import fc from "fast-check";

/** A pattern of this language, and the equivalent one for `RegExp` with the flag `u`. */
export interface PatternPair {
  readonly ours: string;
  readonly native: string;
  /** Whether it can match the empty text. */
  readonly empty: boolean;
  readonly captures: boolean;
  /** Whether a repeat has an empty round: JavaScript undoes such rounds, RE2 keeps the first. */
  readonly repeatsEmpty: boolean;
  /** Whether a group is repeated: JavaScript clears it before each round, RE2 does not. */
  readonly repeatsGroup: boolean;
}

const one = (ours: string, native = ours): PatternPair => ({
  ours,
  native,
  empty: false,
  captures: false,
  repeatsEmpty: false,
  repeatsGroup: false,
});

const SPACE = "\\t\\n\\f\\r ";

const characters = fc.constantFrom(
  ...["a", "b", "B", "1", "_", " ", "é", "😀", "ſ"].map((character) => one(character)),
  one("k"),
  one("\\.", "\\."),
  one("\\n"),
  one("\\x61"),
  one("\\x{1F600}", "\\u{1F600}"),
  one("\\u00E9"),
  one("\\-", "\\x2d"),
);

const sets = fc.constantFrom(
  one("\\d"),
  one("\\D"),
  one("\\w"),
  one("\\W"),
  one("\\s", `[${SPACE}]`),
  one("\\S", `[^${SPACE}]`),
  one("[ab]"),
  one("[^a]"),
  one("[a-k]"),
  one("[^a-cA-C]"),
  one("[\\w-]"),
  one("[^\\W_]"),
  one("[\\W1]"),
  one("[^\\D2]"),
  one("[-é😀]"),
  one("[\\s\\d]", `[${SPACE}\\d]`),
  one("[^\\S\\n]", "[\\t\\f\\r ]"),
  one("[\\S]", `[^${SPACE}]`),
);

const anchors = (boundaries: boolean) =>
  fc
    .constantFrom(...(boundaries ? ["^", "$", "\\b", "\\B"] : ["^", "$"]))
    .map((anchor) => ({ ...one(anchor), empty: true }));

const quantifiers = fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "{2,3}", "{0}", "{0,}");

/**
 * Random patterns. `dot` is the form of `.` in JavaScript; `boundaries` omits `\b` where JavaScript has more word
 * characters, under its flag `i`.
 */
export function arbitraryPattern(dot: string, boundaries: boolean): fc.Arbitrary<PatternPair> {
  const { pattern } = fc.letrec<{ pattern: PatternPair }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, depthIdentifier: "pattern", withCrossShrink: true },
      { weight: 4, arbitrary: characters },
      { weight: 3, arbitrary: fc.oneof(sets, fc.constant(one(".", dot))) },
      { weight: 1, arbitrary: anchors(boundaries) },
      { weight: 1, arbitrary: fc.constant({ ...one("(?:)"), empty: true }) },
      { weight: 4, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(sequence) },
      { weight: 2, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(choice) },
      { weight: 2, arbitrary: tie("pattern").map(group) },
      {
        weight: 4,
        arbitrary: fc.tuple(tie("pattern"), quantifiers, fc.boolean()).map(repeat),
      },
    ),
  }));
  return pattern;
}

/** Random short texts in which the patterns match something. */
export const arbitraryText = fc.string({
  unit: fc.constantFrom(..."aabbBA1_  .\n-éÉ😀😀ſkKS"),
  maxLength: 12,
});

function sequence([a, b]: readonly [PatternPair, PatternPair]): PatternPair {
  return {
    ours: a.ours + b.ours,
    native: a.native + b.native,
    empty: a.empty && b.empty,
    captures: a.captures || b.captures,
    repeatsEmpty: a.repeatsEmpty || b.repeatsEmpty,
    repeatsGroup: a.repeatsGroup || b.repeatsGroup,
  };
}

function choice([a, b]: readonly [PatternPair, PatternPair]): PatternPair {
  return {
    ...sequence([a, b]),
    ours: `(?:${a.ours}|${b.ours})`,
    native: `(?:${a.native}|${b.native})`,
    empty: a.empty || b.empty,
  };
}

function group(body: PatternPair): PatternPair {
  return { ...body, ours: `(${body.ours})`, native: `(${body.native})`, captures: true };
}

function repeat([body, quantifier, lazy]: readonly [PatternPair, string, boolean]): PatternPair {
  const suffix = quantifier + (lazy ? "?" : "");
  return {
    ours: `(?:${body.ours})${suffix}`,
    native: `(?:${body.native})${suffix}`,
    empty: body.empty || /^(?:\*|\?|\{0)/.test(quantifier),
    captures: body.captures,
    repeatsEmpty: body.repeatsEmpty || body.empty,
    repeatsGroup: body.repeatsGroup || body.captures,
  };
}
