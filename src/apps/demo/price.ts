import type MARKETS from "./markets.json";
import type { Random } from "./random.ts";

/** A country where cars are sold. Prices are `perEuro` times those in Germany, in multiples of `rounding`. */
export type Market = (typeof MARKETS)[number];

/** The share of the price that remains, by age in whole years. Most is lost at first. */
const LEFT_AFTER_YEARS = [
  0.97, 0.83, 0.735, 0.655, 0.585, 0.525, 0.472, 0.425, 0.384, 0.348, 0.316, 0.288, 0.263, 0.241,
  0.222,
] as const;
const LEAST_LEFT = 0.222;

const USUAL_KILOMETRES_A_YEAR = 16_000;

/** The price that a dealer asks, in the market's currency. */
export function askingPrice(
  newPrice: number,
  ageInYears: number,
  kilometres: number,
  market: Market,
  random: Random,
): number {
  const excess = kilometres - USUAL_KILOMETRES_A_YEAR * ageInYears;
  // A hundred thousand kilometres more than usual cost a fifth, and fewer than usual are worth less than that.
  const used = 1 - (excess > 0 ? excess / 500_000 : excess / 900_000);
  const worth = newPrice * leftAfter(ageInYears) * Math.max(0.5, used);
  const price = worth * market.perEuro * (1 + 0.05 * random.spread());
  return rounded(price, market.rounding, random);
}

function leftAfter(years: number): number {
  const whole = Math.floor(years);
  const before = LEFT_AFTER_YEARS[whole] ?? LEAST_LEFT;
  const after = LEFT_AFTER_YEARS[whole + 1] ?? LEAST_LEFT;
  return before + (after - before) * (years - whole);
}

/** As dealers do: just below a round number mostly, the round number itself, or neither. */
function rounded(price: number, unit: number, random: Random): number {
  const thousand = 1000 * unit;
  const above = Math.ceil(price / thousand) * thousand;
  const style = random.below(100);
  if (style < 34) return above - 10 * unit;
  if (style < 52) return above - 100 * unit;
  if (style < 64) return above - 500 * unit;
  if (style < 72) return above - 50 * unit;
  if (style < 80) return above;
  return Math.round(price / (10 * unit)) * 10 * unit;
}

/**
 * The tax that is part of a price: nothing is known of it for six cars of ten, and none is due for those that private
 * people sold, or if the country has no such tax.
 */
export function taxIn(
  price: number,
  { taxPercent, rounding }: Market,
  random: Random,
): number | null {
  if (random.chance(60)) return null;
  if (taxPercent === 0 || random.chance(15)) return 0;
  const tax = (price * taxPercent) / (100 + taxPercent);
  // Prices in multiples of ten or more have no cents.
  return rounding === 1 ? Math.round(tax * 100) / 100 : Math.round(tax);
}
