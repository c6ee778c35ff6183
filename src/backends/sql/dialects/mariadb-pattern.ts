import {
  ALL_CHARACTERS,
  areApart,
  charactersOf,
  EVERYWHERE,
  literalRanges,
  MOST_TRIES,
  type RegexNodeOf,
  rangesOfSet,
  workOfAll,
} from "../../../language/values/regex/backtracking.ts";
import { complementRanges, type RegexNode } from "../../../language/values/regex/index.ts";
import { escapedCode, quantifier, setMembers } from "./regex-source.ts";

const INFINITE = Number.POSITIVE_INFINITY;

/** The maximum number of attempts per character of a part of variable length. */
const MOST_TRIES_EACH = 32;

/** The maximum size of a compiled pattern in bytes. PCRE's limit is 65,535. */
const LARGEST = 32_000;

/**
 * A PCRE pattern that matches somewhere in a text exactly if the given one does; `undefined` if no such pattern with
 * linear time is known. PCRE backtracks. After ten million attempts from one position, MariaDB reports no match; these
 * patterns do not get there in texts of less than 300,000 characters. The session's flags make no difference: a pattern
 * has no white space, `^`, `$` or `.`, and greediness affects the match, not whether there is one.
 */
export function pcrePattern(root: RegexNode): string | undefined {
  const options = optionsOf(root).map((option) => trimmed(itemsOf(option)));
  const [only] = options;
  const source =
    options.length === 1 && only !== undefined
      ? (linear(only) ?? possessiveRuns(only))
      : joined(options.map(linear));
  const size = options.reduce((sum, items) => sum + sizeOf(items), 0);
  return size <= LARGEST ? source : undefined;
}

function joined(sources: readonly (string | undefined)[]): string | undefined {
  return sources.includes(undefined) ? undefined : sources.join("|");
}

function optionsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "group") return optionsOf(node.body);
  return node.kind === "choice" ? node.options.flatMap(optionsOf) : [node];
}

/** The sequence of nodes that a node consists of. */
function itemsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "group") return itemsOf(node.body);
  return node.kind === "sequence" ? node.items.flatMap(itemsOf) : [node];
}

/** A match may begin and end anywhere, so a repeat at an end needs only its minimum count. */
function trimmed(items: readonly RegexNode[]): readonly RegexNode[] {
  const isHeld = isHeldAtStart(items);
  const least = (end: RegexNode | undefined): readonly RegexNode[] | undefined => {
    if (end?.kind !== "repeat" || end.min === end.max) return undefined;
    if (end.min === 0) return [];
    return end.min === 1 ? itemsOf(end.body) : [{ ...end, max: end.min }];
  };
  const last = least(items.at(-1));
  if (last !== undefined) return trimmed([...items.slice(0, -1), ...last]);
  const first = isHeld ? undefined : least(items[0]);
  return first === undefined ? items : trimmed([...first, ...items.slice(1)]);
}

function isHeldAtStart([first]: readonly RegexNode[]): boolean {
  return first?.kind === "anchor" && first.anchor === "start";
}

/** The pattern unchanged, if it takes linear time. */
function linear(items: readonly RegexNode[]): string | undefined {
  const here = workOfAll(items, ALL_CHARACTERS).tries;
  const all = isHeldAtStart(items) ? here : workOfAll(items, ALL_CHARACTERS, EVERYWHERE).tries;
  const isBounded = here.power === 0 || here.factor <= MOST_TRIES_EACH;
  return isBounded && all.power <= 1 && all.factor <= MOST_TRIES ? sourceOf(items) : undefined;
}

type RepeatedSet = RegexNodeOf<"repeat"> & { readonly body: RegexNodeOf<"set"> };

/** An unbounded repeat of a set of characters. */
function isRepeatedSet(node: RegexNode): node is RepeatedSet {
  return node.kind === "repeat" && node.max === INFINITE && node.body.kind === "set";
}

/**
 * `foo.*bar.*baz` and similar patterns. Each part between two unbounded repeats has a fixed length and only characters
 * of the repeat, so its first occurrence is as good as any later one. If a part does not occur in the rest of a repeat,
 * no match begins in it: PCRE is made to continue after it.
 */
function possessiveRuns(items: readonly RegexNode[]): string | undefined {
  const repeated = items.find(isRepeatedSet);
  if (repeated === undefined) return undefined;
  const { body } = repeated;
  const passed = rangesOfSet(body);
  const head: RegexNode[] = [];
  const tails: { readonly least: number; readonly part: RegexNode[] }[] = [];
  let part = head;
  for (const item of items) {
    if (!isRepeatedSet(item)) part.push(item);
    else if (sourceOf([item.body]) !== sourceOf([body])) return undefined;
    else {
      part = [];
      tails.push({ least: item.min, part });
    }
  }
  const parts = tails.map((tail) => tail.part);
  const inner = parts.slice(0, -1);
  const isHeld = isHeldAtStart(head);
  const works = [head, ...parts].map((one) => workOfAll(one, ALL_CHARACTERS));
  const isCheap = works.every(({ tries }) => tries.power === 0 && tries.factor <= MOST_TRIES_EACH);
  const fixed = isHeld ? inner : [head, ...inner];
  const isSound = fixed.every((one) => {
    const others = complementRanges(passed);
    return lengthOf(one) !== undefined && areApart(one.flatMap(charactersOf), others);
  });
  if (!isCheap || !isSound || (!isHeld && lengthOf(head) === 0)) return undefined;
  const set = sourceOf([body]);
  const found = tails.map((tail, index) => {
    const source = `${set}${quantifier(tail.least, INFINITE)}?${sourceOf(tail.part)}`;
    return index === inner.length ? source : `(?>${source})`;
  });
  const rest = isHeld ? "" : `|${set}*+(*SKIP)(*FAIL)`;
  return `(?-U)${sourceOf(head)}(?:${found.join("")}${rest})`;
}

/** The length of a match in characters; `undefined` if it is not fixed. */
function lengthOf(items: readonly RegexNode[]): number | undefined {
  let length = 0;
  for (const item of items) {
    const own = lengthOfOne(item);
    if (own === undefined) return undefined;
    length += own;
  }
  return length;
}

function lengthOfOne(node: RegexNode): number | undefined {
  switch (node.kind) {
    case "literal":
      return [...node.text].length;
    case "set":
      return 1;
    case "anchor":
      return 0;
    case "group":
      return lengthOfOne(node.body);
    case "sequence":
      return lengthOf(node.items);
    case "choice": {
      const [first, ...others] = node.options.map(lengthOfOne);
      return others.every((length) => length === first) ? first : undefined;
    }
    case "repeat": {
      const length = lengthOfOne(node.body);
      return node.min === node.max && length !== undefined ? node.min * length : undefined;
    }
  }
}

const WORD = "[0-9A-Za-z_]";

/** Words are spelled out, since PCRE's definition of a word depends on MariaDB's settings. */
const ANCHORS = {
  start: String.raw`\A`,
  end: String.raw`\z`,
  wordBoundary: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  notWordBoundary: `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
} as const;

function sourceOf(items: readonly RegexNode[]): string {
  return items.map(sourceOfOne).join("");
}

function sourceOfOne(node: RegexNode): string {
  switch (node.kind) {
    case "literal":
      return literalRanges(node)
        .map(([code]) => escapedCode(code))
        .join("");
    case "set":
      return setSource(node);
    case "anchor":
      return ANCHORS[node.anchor];
    case "group":
      return sourceOfOne(node.body);
    case "sequence":
      return sourceOf(node.items);
    case "choice":
      return `(?:${node.options.map(sourceOfOne).join("|")})`;
    case "repeat": {
      const body = sourceOfOne(node.body);
      const round = isOneCharacter(node.body) ? body : `(?:${body})`;
      return round + quantifier(node.min, node.max);
    }
  }
}

function isOneCharacter(node: RegexNode): boolean {
  return node.kind === "set" || (node.kind === "literal" && lengthOfOne(node) === 1);
}

function setSource({ negated, ranges }: RegexNodeOf<"set">): string {
  /* v8 ignore next -- the parser creates no set without characters, but `.` under `(?s)` */
  if (ranges.length === 0) return negated ? "(?s:.)" : "(?!)";
  return `[${negated ? "^" : ""}${setMembers(ranges, escapedCode)}]`;
}

/** An upper bound for the size of the compiled pattern, in which PCRE unrolls repeats. */
function sizeOf(items: readonly RegexNode[]): number {
  return items.reduce((size, item) => size + sizeOfOne(item), 0);
}

function sizeOfOne(node: RegexNode): number {
  switch (node.kind) {
    case "literal":
      return 5 * node.text.length;
    case "set":
      return 50 + 9 * node.ranges.length;
    case "anchor":
      return 400;
    case "group":
      return sizeOfOne(node.body);
    case "sequence":
      return sizeOf(node.items);
    case "choice":
      return node.options.reduce((size, option) => size + 6 + sizeOfOne(option), 6);
    case "repeat": {
      const rounds = node.max === INFINITE ? node.min + 1 : Math.max(node.max, 1);
      return rounds * (sizeOfOne(node.body) + 12);
    }
  }
}
