import type { Anchor, RegexNode, SetNode } from "../../../language/values/regex/index.ts";
import { quantifier, setMembers } from "./regex-source.ts";

/**
 * A pattern for PostgreSQL, with estimates of how long the server takes to compile it: the server unrolls repeats, and
 * eliminates every path through the pattern that consumes no character.
 */
interface PostgresPattern {
  readonly text: string;
  readonly level: "atom" | "sequence" | "choice";
  /** Whether it can match without consuming a character, and whether it can consume some. */
  readonly isNullable: boolean;
  readonly consumes: boolean;
  /** Whether it matches the empty text at every position. */
  readonly isFree: boolean;
  /** The number of characters of the pattern that can be the first of a match, and the last. */
  readonly first: number;
  readonly last: number;
  /** The number of pairs of the pattern's characters that can follow each other. */
  readonly pairs: number;
  /**
   * The number of paths through its anchors without a character: through the whole pattern, up to its first character,
   * and from its last one.
   */
  readonly ways: number;
  readonly waysIn: number;
  readonly waysOut: number;
  /** The maximum number of such paths between two of its characters. */
  readonly mostWays: number;
}

/** Above these limits, the server takes long to compile a pattern, and soon rejects it as too complex. */
const MOST_PAIRS = 10_000;
const MOST_WAYS = 500;
const LONGEST = 20_000;

/** The highest repeat count that PostgreSQL accepts. */
const HIGHEST_COUNT = 255;

const WORD = "[0-9A-Za-z_]";
const [BEFORE_WORD, AFTER_WORD] = [`(?=${WORD})`, `(?<=${WORD})`];
const [BEFORE_OTHER, AFTER_OTHER] = [`(?!${WORD})`, `(?<!${WORD})`];

/**
 * Anchors, each with one or two spellings. Words are spelled out, since the server's definition of a word depends on
 * the locale.
 */
const ANCHOR_SPELLINGS: Readonly<Record<Anchor, readonly string[]>> = {
  start: ["\\A"],
  end: ["\\Z"],
  wordBoundary: [AFTER_WORD + BEFORE_OTHER, AFTER_OTHER + BEFORE_WORD],
  notWordBoundary: [AFTER_WORD + BEFORE_WORD, AFTER_OTHER + BEFORE_OTHER],
};

const EMPTY: PostgresPattern = {
  text: "",
  level: "sequence",
  isNullable: true,
  consumes: false,
  isFree: true,
  first: 0,
  last: 0,
  pairs: 0,
  ways: 1,
  waysIn: 1,
  waysOut: 1,
  mostWays: 1,
};

/**
 * The pattern as PostgreSQL's "advanced regular expression"; `undefined` if the server would take too long to compile
 * it.
 */
export function postgresRegex(root: RegexNode): string | undefined {
  const { text, pairs, mostWays, waysIn, waysOut } = patternOf(root);
  const ways = Math.max(mostWays, waysIn, waysOut);
  return pairs <= MOST_PAIRS && ways <= MOST_WAYS && text.length <= LONGEST ? text : undefined;
}

function patternOf(node: RegexNode): PostgresPattern {
  switch (node.kind) {
    case "literal":
      return sequence([...node.text].map((character) => one(literal(character))));
    case "set":
      return one(set(node));
    case "anchor":
      return either(ANCHOR_SPELLINGS[node.anchor].map(anchor));
    case "group":
      return patternOf(node.body);
    case "sequence":
      return sequence(node.items.map(patternOf));
    case "choice":
      return either(node.options.map(patternOf));
    case "repeat":
      return repeat(node.body, node.min, node.max);
  }
}

/** A single character. */
function one(text: string): PostgresPattern {
  return {
    ...EMPTY,
    text,
    level: "atom",
    isNullable: false,
    consumes: true,
    isFree: false,
    first: 1,
    last: 1,
    ways: 0,
  };
}

/** An anchor. */
function anchor(text: string): PostgresPattern {
  return { ...EMPTY, text, isFree: false, ways: 2, waysIn: 2, waysOut: 2, mostWays: 2 };
}

function set({ negated, ranges }: SetNode): string {
  /* v8 ignore next -- the parser creates no set without characters, but `.` under `(?s)` */
  if (ranges.length === 0) return negated ? "." : "[^\\u0001-\\U0010FFFF]";
  return `[${negated ? "^" : ""}${setMembers(ranges, member)}]`;
}

function literal(character: string): string {
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

function member(code: number): string {
  const character = String.fromCodePoint(code);
  if (/[0-9A-Za-z]/.test(character)) return character;
  const digits = code.toString(16).toUpperCase();
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

function sequence(parts: readonly PostgresPattern[]): PostgresPattern {
  const [only, ...rest] = parts;
  if (only === undefined) return EMPTY;
  return rest.reduce(
    (left, right) => ({
      ...joined(left, right),
      text: within("sequence", left) + within("sequence", right),
    }),
    only,
  );
}

/** The estimates for a sequence of two patterns. */
function joined(a: PostgresPattern, b: PostgresPattern): PostgresPattern {
  return {
    text: "",
    level: "sequence",
    isNullable: a.isNullable && b.isNullable,
    consumes: a.consumes || b.consumes,
    isFree: a.isFree && b.isFree,
    first: a.first + (a.isNullable ? b.first : 0),
    last: b.last + (b.isNullable ? a.last : 0),
    pairs: a.pairs + b.pairs + a.last * b.first,
    ways: a.ways * b.ways,
    waysIn: a.isNullable ? Math.max(a.waysIn, a.ways * b.waysIn) : a.waysIn,
    waysOut: b.isNullable ? Math.max(b.waysOut, b.ways * a.waysOut) : b.waysOut,
    mostWays: Math.max(a.mostWays, b.mostWays, a.waysOut * b.waysIn),
  };
}

function either(options: readonly PostgresPattern[]): PostgresPattern {
  const [only, ...rest] = options;
  if (only !== undefined && rest.length === 0) return only;
  const sum = (of: (option: PostgresPattern) => number): number =>
    options.reduce((total, option) => total + of(option), 0);
  // All options that have a path without an anchor count as one path.
  const ways = (of: (option: PostgresPattern) => number): number =>
    1 + sum((option) => Math.max(of(option) - 1, 0));
  const isNullable = options.some((option) => option.isNullable);
  return {
    text: options.map(({ text }) => text).join("|"),
    level: "choice",
    isNullable,
    consumes: options.some(({ consumes }) => consumes),
    isFree: options.some(({ isFree }) => isFree),
    first: sum(({ first }) => first),
    last: sum(({ last }) => last),
    pairs: sum(({ pairs }) => pairs),
    ways: isNullable ? ways((option) => option.ways) : 0,
    waysIn: ways(({ waysIn }) => waysIn),
    waysOut: ways(({ waysOut }) => waysOut),
    mostWays: Math.max(...options.map(({ mostWays }) => mostWays)),
  };
}

function repeat(body: RegexNode, min: number, max: number): PostgresPattern {
  // A repeat from 0 up to some count, repeated again.
  if (body.kind === "group") return repeat(body.body, min, max);
  if (body.kind === "repeat" && body.min === 0 && max > 0) {
    return repeat(body.body, 0, body.max === 0 ? 0 : body.max * max);
  }
  if (max === 0) return EMPTY;
  const once = patternOf(body);
  // Testing an anchor twice is the same as testing it once.
  if (!once.consumes) return min === 0 ? EMPTY : once;
  const least = once.isFree ? 0 : min;
  if (least === 1 && max === 1) return once;
  return sequence(counts(least, max).map(([low, high]) => counted(once, low, high)));
}

/** Splits a count into counts that PostgreSQL accepts. */
function counts(min: number, max: number): readonly (readonly [min: number, max: number])[] {
  const parts: (readonly [number, number])[] = [];
  let [low, high] = [min, max];
  while (low > HIGHEST_COUNT || (high > HIGHEST_COUNT && high !== Number.POSITIVE_INFINITY)) {
    const [some, most] = [Math.min(low, HIGHEST_COUNT), HIGHEST_COUNT];
    parts.push([some, most]);
    low -= some;
    high -= most;
  }
  return [...parts, [low, high]];
}

function counted(body: PostgresPattern, min: number, max: number): PostgresPattern {
  const isOpen = max === Number.POSITIVE_INFINITY;
  const times = isOpen ? Math.max(min, 1) : max;
  const follows = body.last * body.first;
  // If a round can match no character, each round can follow any other; otherwise each follows the one before.
  const neighbours = body.isNullable ? (times * (times - 1)) / 2 : times - 1;
  const ends = isOpen ? 1 : times - Math.max(min, 1) + 1;
  const { isNullable } = body;
  const chain = isNullable ? times : 1;
  return {
    text: within("atom", body) + quantifier(min, max),
    level: "sequence",
    isNullable: isNullable || min === 0,
    consumes: true,
    isFree: body.isFree || min === 0,
    first: body.first * chain,
    last: body.last * (isNullable ? times : ends),
    pairs: times * body.pairs + (neighbours + (isOpen ? times : 0)) * follows,
    ways: isNullable ? body.ways ** chain : min === 0 ? 1 : 0,
    waysIn: body.waysIn * Math.max(body.ways, 1) ** (chain - 1),
    waysOut: body.waysOut * Math.max(body.ways, 1) ** (chain - 1),
    mostWays: Math.max(body.mostWays, body.waysOut * body.waysIn * Math.max(body.ways, 1) ** chain),
  };
}

const LOOSENESS = { atom: 0, sequence: 1, choice: 2 };

function within(loosest: PostgresPattern["level"], { text, level }: PostgresPattern): string {
  return LOOSENESS[level] <= LOOSENESS[loosest] ? text : `(?:${text})`;
}
