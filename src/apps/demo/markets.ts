import markets from "./markets.json";

/** A country where cars are sold. */
export interface Market {
  /** Two letters, as in ISO 3166. */
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly language: string;
  /** The regions whose cars differ in equipment are Europe, `EU`, North America, `NA`, and Asia and the Pacific, `AP`. */
  readonly region: string;
  /**
   * The price here of a car that costs one euro in Germany: the exchange rate, and the country's own level of prices.
   */
  readonly perEuro: number;
  /** Prices are rounded to multiples of this number of units of the currency. */
  readonly rounding: number;
  readonly taxPercent: number;
  /** The first year of which cars are sold here. */
  readonly since: number;
  /** How many of about a thousand cars are sold here. */
  readonly weight: number;
  readonly drivesOnLeft: boolean;
  /** The unit of distance: `kms` or `miles`. */
  readonly odometerType: string;
}

export const MARKETS: readonly Market[] = markets;
