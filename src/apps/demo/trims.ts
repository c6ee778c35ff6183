import type { Market } from "./markets.ts";
import trims from "./trims.json";
import { Weighted } from "./weighted.ts";

/** A version of a model, as it was built in some years. */
export interface Trim {
  /** `3`, `S`, `X` or `Y`. */
  readonly model: string;
  readonly name: string;
  /** The option code that names the version; empty if the battery and the drive tell it. */
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly motors: number;
  /** `standard`, `premium` or `performance`. */
  readonly grade: string;
  /** The option code of the battery. */
  readonly battery: string;
  /** The option code of the battery if it is built in Asia. */
  readonly batteryOfShanghai: string;
  /** In euros, in Germany. */
  readonly newPrice: number;
  readonly weight: number;
}

const TRIMS: readonly Trim[] = trims;

/** The batteries of lithium iron phosphate. */
export const IRON_BATTERIES: ReadonlySet<string> = new Set(["BTF0", "BTF1", "BT01"]);

/** The small models are sold far more often. */
const SHARES: Readonly<Record<string, number>> = { "3": 5, S: 2, X: 2, Y: 5 };

const drawers = new Map<string, Weighted<Trim>>();

/** The versions that were sold in a market in a year, weighted by their share. */
export function trimsOf(market: Market, year: number): Weighted<Trim> {
  const key = `${market.region}${market.drivesOnLeft}${year}`;
  const known = drawers.get(key);
  if (known !== undefined) return known;
  const sold = TRIMS.filter(
    (trim) => trim.from <= year && year <= trim.to && isSold(trim, market, year),
  );
  const made = new Weighted(sold, ({ model, weight }) => weight * (SHARES[model] ?? 1));
  drawers.set(key, made);
  return made;
}

/** Models came to some markets later, and the later large ones have the wheel on the left only. */
function isSold(trim: Trim, { region, drivesOnLeft }: Market, year: number): boolean {
  if (trim.model === "S") return !(drivesOnLeft && year >= 2021);
  if (trim.model === "X") return !(drivesOnLeft && (year >= 2021 || year < 2017));
  if (trim.model === "3") return region === "NA" || (year >= 2019 && trim.name !== "Mid Range");
  if (region === "NA") return trim.battery !== "BT01";
  return year >= (drivesOnLeft ? 2022 : 2021);
}
