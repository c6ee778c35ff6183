import RULES from "./equipment-rules.json";
import type { Market } from "./markets.ts";
import type { Plant } from "./plants.ts";
import type { Random } from "./random.ts";
import type { Trim } from "./trims.ts";
import { batteryOf } from "./vin.ts";

/** The version, year, plant and market of a car. */
interface Build {
  readonly trim: Trim;
  readonly year: number;
  readonly plant: Plant;
  readonly market: Market;
}

/** The driver assistance of a car. */
type Autopilot = "basic" | "enhanced" | "full";

/** The codes of a car, and the equipment that other parts of its listing must agree with. */
export interface Equipment {
  readonly codes: string;
  readonly autopilot: Autopilot;
  /** The size of the wheels in inches. */
  readonly wheels: number;
}

/** A rule for the option codes of a car. Lists are strings of words separated by spaces. */
interface RuleRow {
  /** The tags that a car has, or has not if they begin with `!`. */
  readonly if?: string | undefined;
  /** The first and the last model year. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** In how many of a hundred cars; the others have the codes of `otherwise`. */
  readonly percent?: number | undefined;
  readonly codes?: string | undefined;
  readonly otherwise?: string | undefined;
  /** Whether a car has all of the codes, which is usual, or one, or most of them. */
  readonly draw?: string | undefined;
  /** A tag that later rules ask for. */
  readonly tag?: string | undefined;
}

type EquipmentRule = ReturnType<typeof toRule>;

/** The bit of each tag that a rule asks for. */
const bits = new Map<string, number>();

const wheelRules = RULES.wheels.map(toRule);
const paintRules = RULES.paints.map(toRule);
const codeRules = RULES.codes.map(toRule);

/** The countries that have a code. */
const COUNTRIES = new Set(
  "AT AU BE CA CH CN DE DK ES FI FR GB HR IE IL IT JP KR LU NL NO NZ PT SE SG TR US".split(" "),
);

/** The equipment of a car, its codes sorted and joined by commas. */
export function equipmentOf(build: Build, random: Random): Equipment {
  const { trim, year, plant, market } = build;
  const tags = new Tags(tagsOf(build));
  if (random.chance(22)) tags.add("white");
  const autopilot = drawAutopilot(year, random);
  tags.add(autopilot);
  const [wheels = "", inches] = oneOf(codesOf(wheelRules, tags, year, random), random).split("/");
  if (trim.model !== "S" && market.region !== "AP" && random.chance(18)) tags.add("tow-hitch");
  const paint = oneOf(codesOf(paintRules, tags, year, random), random);
  const codes = [
    ...[`MDL${trim.model}`, trim.code, batteryOf(trim, plant), plant.code, paint, wheels],
    COUNTRIES.has(market.code) ? `CO${market.code}` : "",
    ...codesOf(codeRules, tags, year, random),
  ].filter((code) => code !== "");
  return { codes: codes.sort().join(","), autopilot, wheels: Number(inches) };
}

/** The tags of a car, which the rules for codes test. */
function tagsOf({ trim, plant, market }: Build): readonly string[] {
  const { model, name, grade, motors } = trim;
  const size = model === "S" || model === "X" ? "large" : "small";
  const side = market.drivesOnLeft ? "drives-on-left" : "drives-on-right";
  return [model, size, name, grade, `${motors}-motor`, market.region, plant.name, side];
}

class Tags {
  bits = 0;

  constructor(tags: readonly string[]) {
    for (const tag of tags) this.add(tag);
  }

  add(tag: string): void {
    this.bits |= bits.get(tag) ?? 0;
  }
}

function drawAutopilot(year: number, random: Random): Autopilot {
  const drawn = random.below(100);
  if (year < 2016 || drawn < 62) return "basic";
  return drawn < 82 ? "enhanced" : "full";
}

/** Applies rules in their order, and adds their tags. */
function codesOf(
  rules: readonly EquipmentRule[],
  tags: Tags,
  year: number,
  random: Random,
): readonly string[] {
  const codes: string[] = [];
  for (const rule of rules) {
    if (year < rule.from || year > rule.to) continue;
    if ((tags.bits & rule.wanted) !== rule.wanted || (tags.bits & rule.unwanted) !== 0) continue;
    const isIn = rule.percent === undefined || random.chance(rule.percent);
    if (isIn && rule.tag !== undefined) tags.add(rule.tag);
    if (isIn && rule.draw === "one") codes.push(oneOf(rule.codes, random));
    else
      for (const code of isIn ? rule.codes : rule.otherwise)
        if (rule.draw !== "most" || random.chance(88)) codes.push(code);
  }
  return codes;
}

/** A code that comes twice is twice as frequent. */
function oneOf(codes: readonly string[], random: Random): string {
  return codes[codes.length === 1 ? 0 : random.below(codes.length)] ?? "";
}

function toRule(row: RuleRow) {
  const { from = 0, to = 9999, percent, draw, tag } = row;
  const conditions = words(row.if);
  return {
    from,
    to,
    percent,
    draw,
    tag,
    wanted: bitsOf(conditions.filter((condition) => !condition.startsWith("!"))),
    unwanted: bitsOf(conditions.flatMap((one) => (one.startsWith("!") ? [one.slice(1)] : []))),
    codes: words(row.codes),
    otherwise: words(row.otherwise),
  };
}

function bitsOf(tags: readonly string[]): number {
  let all = 0;
  for (const tag of tags) {
    const bit = bits.get(tag) ?? 1 << bits.size;
    bits.set(tag, bit);
    all |= bit;
  }
  return all;
}

function words(text = ""): readonly string[] {
  return text === "" ? [] : text.split(" ");
}
