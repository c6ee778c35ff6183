import { assertNever } from "../../util/assert-never.ts";
import type { RegexNode } from "../../values/regex/index.ts";

type Kind<K extends RegexNode["kind"]> = Extract<RegexNode, { readonly kind: K }>;
type Ranges = Kind<"set">["ranges"];

const INFINITE = Number.POSITIVE_INFINITY;
const LAST_CODE_POINT = 0x10ffff;
const ALL: Ranges = [[0, LAST_CODE_POINT]];

/** The most tries from one place, and how long a pattern may be as PCRE compiles it, in bytes: it has room for 65,535. */
const MOST_TRIES = 1000;
const LARGEST = 32_000;

/**
 * A pattern for PCRE that matches somewhere in a text exactly where the given one does; `undefined` where none is known that
 * takes linear time. PCRE turns back, and MariaDB answers that nothing matches where it has done so ten million times. No
 * flag of the session bears on it: there is no white space in it, no `^`, `$` or `.`, and greed changes what is found, not whether.
 */
export function pcrePattern(root: RegexNode): string | undefined {
  const options = optionsOf(root).map((option) => trimmed(itemsOf(option)));
  const [only] = options;
  const source =
    options.length === 1 && only !== undefined
      ? (linear(only) ?? stretches(only))
      : joined(options.map(linear));
  return source !== undefined && options.every((items) => sizeOf(items) <= LARGEST)
    ? source
    : undefined;
}

function joined(sources: readonly (string | undefined)[]): string | undefined {
  return sources.includes(undefined) ? undefined : sources.join("|");
}

function optionsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "group") return optionsOf(node.body);
  return node.kind === "choice" ? node.options.flatMap(optionsOf) : [node];
}

/** What matches one after the other. */
function itemsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "group") return itemsOf(node.body);
  return node.kind === "sequence" ? node.items.flatMap(itemsOf) : [node];
}

/** A match may begin and end anywhere: repeats at the ends need no more rounds than they must have. */
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

/** Work that grows with a power of the text's length. */
interface Growth {
  readonly factor: number;
  readonly power: number;
}

/** From one place of the text. */
interface Work {
  /** In how many ways a part matches. */
  readonly ways: Growth;
  /** How many characters are looked at to try them all. */
  readonly tries: Growth;
}

const ONCE: Growth = { factor: 1, power: 0 };
const EVERYWHERE: Growth = { factor: 1, power: 1 };
const ENDLESS: Growth = { factor: 1, power: INFINITE };

function plus(a: Growth, b: Growth): Growth {
  if (a.power !== b.power) return a.power > b.power ? a : b;
  return { factor: a.factor + b.factor, power: a.power };
}

function times(a: Growth, b: Growth): Growth {
  return { factor: a.factor * b.factor, power: a.power + b.power };
}

/** The pattern as it is, where it takes linear time. */
function linear(items: readonly RegexNode[]): string | undefined {
  const { tries } = workOfAll(items, ALL, isHeldAtStart(items) ? ONCE : EVERYWHERE);
  return tries.power <= 1 && tries.factor <= MOST_TRIES ? sourceOf(items) : undefined;
}

/**
 * One after the other, from so many places. A part of any length is entered from many of them; but where a character that
 * the part does not pass must stand before it, each time the part is entered it passes another stretch of the text, and all
 * of them are no longer than the text.
 */
function workOfAll(items: readonly RegexNode[], follow: Ranges, from = ONCE): Work {
  let ways = from;
  let tries = from;
  let before: readonly Ranges[] = [];
  for (const [index, item] of items.entries()) {
    const work = workOf(item, firstOfAll(items.slice(index + 1), follow));
    const isApart = ways.power > 0 && before.some((needed) => areApart(needed, charactersOf(item)));
    const all = (own: Growth): Growth =>
      isApart && own.power === 1
        ? { factor: tries.factor * own.factor, power: ways.power }
        : times(ways, own);
    tries = plus(tries, all(work.tries));
    ways = all(work.ways);
    before = work.ways.power > 0 ? [] : [...before, ...neededOf(item)];
  }
  return { ways, tries };
}

/** @param follow what may come after */
function workOf(node: RegexNode, follow: Ranges): Work {
  switch (node.kind) {
    case "literal":
      return { ways: ONCE, tries: { factor: node.text.length, power: 0 } };
    case "set":
    case "anchor":
      return { ways: ONCE, tries: ONCE };
    case "group":
      return workOf(node.body, follow);
    case "sequence":
      return workOfAll(node.items, follow);
    case "choice":
      return choiceWork(node, follow);
    case "repeat":
      return repeatWork(node, follow);
    default:
      return assertNever(node);
  }
}

function choiceWork({ options }: Kind<"choice">, follow: Ranges): Work {
  const works = options.map((option) => workOf(option, follow));
  const firsts = options.map((option) => firstOfAll([option], follow));
  const isDecided = firsts.every((first, index) =>
    firsts.slice(index + 1).every((other) => areApart(first, other)),
  );
  const ways = works.map((work) => work.ways);
  const isOneWay = ways.every(({ factor, power }) => factor === 1 && power === 0);
  return {
    ways: isDecided && isOneWay ? ONCE : ways.reduce(plus),
    tries: works.map((work) => work.tries).reduce(plus),
  };
}

function repeatWork({ body, min, max }: Kind<"repeat">, follow: Ranges): Work {
  const first = firstOfAll([body], []);
  const round = workOf(body, max > 1 ? [...first, ...follow] : follow);
  if (isOptional(body) || round.ways.power > 0) return { ways: ENDLESS, tries: ENDLESS };
  const isOneWay = round.ways.factor === 1;
  if (max === INFINITE) {
    if (!isOneWay) return { ways: ENDLESS, tries: ENDLESS };
    const { factor, power } = round.tries;
    // Rounds pass different parts of the text, so that all take no longer than the longest could.
    return {
      ways: areApart(first, follow) ? ONCE : EVERYWHERE,
      tries: { factor: factor + min, power: Math.max(power, 1) },
    };
  }
  let ways = 0;
  let tries: Growth = ONCE;
  let reached = 1;
  for (let count = 0; count <= max; count++) {
    if (reached > MOST_TRIES) return { ways: ENDLESS, tries: ENDLESS };
    if (count >= min) ways += reached;
    tries = plus(tries, times({ factor: reached, power: 0 }, round.tries));
    reached *= round.ways.factor;
  }
  const isDecided = isOneWay && areApart(first, follow);
  return { ways: isDecided ? ONCE : { factor: ways, power: 0 }, tries };
}

/** Whether a part may match without a character. */
function isOptional(node: RegexNode): boolean {
  switch (node.kind) {
    case "literal":
    case "set":
      return false;
    case "anchor":
      return true;
    case "group":
      return isOptional(node.body);
    case "sequence":
      return node.items.every(isOptional);
    case "choice":
      return node.options.some(isOptional);
    case "repeat":
      return node.min === 0 || isOptional(node.body);
    default:
      return assertNever(node);
  }
}

/** What parts may begin with, one after the other, or what follows them where they take no character. */
function firstOfAll(items: readonly RegexNode[], follow: Ranges): Ranges {
  const [item, ...rest] = items;
  if (item === undefined) return follow;
  // Nothing comes after the end.
  if (item.kind === "anchor" && item.anchor === "end") return [];
  const first = firstOf(item);
  return isOptional(item) ? [...first, ...firstOfAll(rest, follow)] : first;
}

function firstOf(node: RegexNode): Ranges {
  switch (node.kind) {
    case "literal":
      return literalRanges(node).slice(0, 1);
    case "set":
      return rangesOfSet(node);
    case "anchor":
      return [];
    case "group":
      return firstOf(node.body);
    case "sequence":
      return firstOfAll(node.items, []);
    case "choice":
      return node.options.flatMap(firstOf);
    case "repeat":
      return firstOf(node.body);
    default:
      return assertNever(node);
  }
}

/** Characters of which each match has one, set by set. */
function neededOf(node: RegexNode): readonly Ranges[] {
  switch (node.kind) {
    case "literal":
      return literalRanges(node).map((range) => [range]);
    case "set":
      return [rangesOfSet(node)];
    case "group":
      return neededOf(node.body);
    case "sequence":
      return node.items.flatMap(neededOf);
    case "repeat":
      return node.min === 0 ? [] : neededOf(node.body);
    case "anchor":
    case "choice":
      return [];
    default:
      return assertNever(node);
  }
}

/** All characters that a match may have. */
function charactersOf(node: RegexNode): Ranges {
  switch (node.kind) {
    case "literal":
      return literalRanges(node);
    case "set":
      return rangesOfSet(node);
    case "anchor":
      return [];
    case "group":
    case "repeat":
      return charactersOf(node.body);
    case "sequence":
      return node.items.flatMap(charactersOf);
    case "choice":
      return node.options.flatMap(charactersOf);
    default:
      return assertNever(node);
  }
}

function literalRanges({ text }: Kind<"literal">): Ranges {
  return [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code, code];
  });
}

function rangesOfSet({ negated, ranges }: Kind<"set">): Ranges {
  return negated ? gapsBetween(ranges) : ranges;
}

function gapsBetween(ranges: Ranges): Ranges {
  const edges = [-1, ...ranges.flat(), LAST_CODE_POINT + 1];
  return edges.flatMap((last, index) => {
    const next = edges[index + 1];
    const isGap = index % 2 === 0 && next !== undefined && last + 1 < next;
    return isGap ? [[last + 1, next - 1] as const] : [];
  });
}

function areApart(a: Ranges, b: Ranges): boolean {
  return a.every(([first, last]) => b.every(([from, to]) => to < first || last < from));
}

type Stretch = Kind<"repeat"> & { readonly body: Kind<"set"> };

/** Any number of characters of a set, or any from some number on. */
function isStretch(node: RegexNode): node is Stretch {
  return node.kind === "repeat" && node.max === INFINITE && node.body.kind === "set";
}

/**
 * `foo.*bar.*baz` and the like. What stands between the stretches has one length and no other characters, so that the first
 * place of it is as good as any later one. And where nothing is found in the rest of a stretch, nothing that begins there is
 * either: PCRE is told to go on behind it.
 */
function stretches(items: readonly RegexNode[]): string | undefined {
  const stretch = items.find(isStretch);
  if (stretch === undefined) return undefined;
  const { body } = stretch;
  const passed = rangesOfSet(body);
  const parts: RegexNode[][] = [[]];
  const least: number[] = [];
  for (const item of items) {
    if (!isStretch(item)) parts.at(-1)?.push(item);
    else if (sourceOf([item.body]) !== sourceOf([body])) return undefined;
    else {
      least.push(item.min);
      parts.push([]);
    }
  }
  const [head = [], ...tails] = parts;
  const inner = tails.slice(0, -1);
  const isHeld = isHeldAtStart(head);
  const works = parts.map((part) => workOfAll(part, ALL));
  const isCheap = works.every(
    ({ tries }) => tries.power === 0 && tries.factor * parts.length <= MOST_TRIES,
  );
  const fixed = isHeld ? inner : [head, ...inner];
  const isSound = fixed.every((part) => {
    const others = gapsBetween(passed);
    return lengthOf(part) !== undefined && areApart(part.flatMap(charactersOf), others);
  });
  if (!isCheap || !isSound || (!isHeld && lengthOf(head) === 0)) return undefined;
  const set = sourceOf([body]);
  const found = tails.map((part, index) => {
    const source = `${set}${quantifier(least[index] ?? 0, INFINITE)}?${sourceOf(part)}`;
    return index === inner.length ? source : `(?>${source})`;
  });
  const rest = isHeld ? "" : `|${set}*+(*SKIP)(*FAIL)`;
  return `(?-U)${sourceOf(head)}(?:${found.join("")}${rest})`;
}

/** How many characters every match has; `undefined` where that depends. */
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
    default:
      return assertNever(node);
  }
}

const WORD = "[0-9A-Za-z_]";

/** What PCRE itself takes for a word depends on how MariaDB set it up. */
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
        .map(([code]) => escaped(code))
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
    default:
      return assertNever(node);
  }
}

function isOneCharacter(node: RegexNode): boolean {
  return node.kind === "set" || (node.kind === "literal" && lengthOfOne(node) === 1);
}

/** Greedy: it changes what is found, never whether. */
function quantifier(min: number, max: number): string {
  if (max === INFINITE) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === max) return `{${min}}`;
  return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
}

function setSource({ negated, ranges }: Kind<"set">): string {
  if (ranges.length === 0) return negated ? "(?s:.)" : "(?!)";
  const parts = ranges.map(([first, last]) =>
    first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
  );
  return `[${negated ? "^" : ""}${parts.join("")}]`;
}

function escaped(code: number): string {
  const character = String.fromCodePoint(code);
  return /[0-9A-Za-z]/.test(character) ? character : `\\x{${code.toString(16)}}`;
}

/** At least as many bytes as PCRE makes of it: it writes out what is repeated. */
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
    default:
      return assertNever(node);
  }
}
