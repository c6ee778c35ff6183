import type { Random } from "./random.ts";

/** What is known of a car while it is made: its model year, and tags such as `performance`, `2-motor` or `Berlin`. */
export class Build {
  readonly year: number;
  /** The bits of the tags that conditions name. */
  tags = 0;

  constructor(year: number) {
    this.year = year;
  }

  add(tag: string): void {
    this.tags |= BITS.get(tag) ?? 0;
  }
}

const BITS = new Map<string, number>();
const MOST_BITS = 32;

function bitOf(tag: string): number {
  const bit = BITS.get(tag) ?? 1 << BITS.size;
  BITS.set(tag, bit);
  if (BITS.size > MOST_BITS) throw new RangeError("conditions name too many tags");
  return bit;
}

/** The builds that something applies to. */
interface Condition {
  /** The tags that a build has, or has not if they begin with `!`, separated by spaces. */
  readonly if?: string | undefined;
  /** The first and the last model year. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A rule for codes. Lists are strings of words separated by spaces. */
interface RuleRow extends Condition {
  /** In how many of a hundred builds; the others have the codes of `otherwise`. */
  readonly percent?: number | undefined;
  readonly codes?: string | undefined;
  readonly otherwise?: string | undefined;
  /** Whether a build has all of the codes, which is usual, or one, or most of them. */
  readonly draw?: string | undefined;
  /** A tag that later rules ask for. */
  readonly tag?: string | undefined;
}

/** Returns a test for the builds of a condition. */
export function testOf({ if: named, from = 0, to = 9999 }: Condition): (build: Build) => boolean {
  let tested = 0;
  let wanted = 0;
  for (const tag of words(named)) {
    const bit = bitOf(tag.replace("!", ""));
    tested |= bit;
    if (!tag.startsWith("!")) wanted |= bit;
  }
  return ({ year, tags }) => year >= from && year <= to && (tags & tested) === wanted;
}

/** Reads rules, and returns a function that applies them in their order and adds their tags. */
export function rulesOf(
  rows: readonly RuleRow[],
): (build: Build, random: Random) => readonly string[] {
  const rules = rows.map((row) => ({
    applies: testOf(row),
    percent: row.percent,
    codes: words(row.codes),
    otherwise: words(row.otherwise),
    draw: row.draw,
    tag: row.tag,
  }));
  return (build, random) => {
    const all: string[] = [];
    for (const { applies, percent, codes, otherwise, draw, tag } of rules) {
      if (!applies(build)) continue;
      const isIn = percent === undefined || random.chance(percent);
      if (isIn && tag !== undefined) build.add(tag);
      if (isIn && draw === "one") all.push(random.pick(codes));
      else
        for (const code of isIn ? codes : otherwise)
          if (draw !== "most" || random.chance(88)) all.push(code);
    }
    return all;
  };
}

function words(text = ""): readonly string[] {
  return text === "" ? [] : text.split(" ");
}
