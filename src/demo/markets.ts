/** The regions whose cars differ in equipment: Europe, North America, Asia and the Pacific. */
type Region = "EU" | "NA" | "AP";

/** A country where cars are sold. */
export interface Market {
  /** Two letters, as in ISO 3166. */
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly language: string;
  readonly region: Region;
  /**
   * The price here of a car that costs one euro in Germany: the exchange rate, and the country's own level of prices.
   */
  readonly perEuro: number;
  /** Prices are rounded to tens, hundreds or thousands of so many units of the currency. */
  readonly rounding: number;
  readonly taxPercent: number;
  /** The first year of which cars are sold here. */
  readonly since: number;
  /** How many of about a thousand cars are sold here. */
  readonly weight: number;
  readonly drivesOnLeft: boolean;
  readonly odometerType: "kms" | "miles";
}

const DRIVES_ON_LEFT = new Set("AU GB HK IE JP MO MY NZ SG TH".split(" "));
const COUNTS_MILES = new Set("GB PR US".split(" "));

function market(
  code: string,
  country: string,
  currency: string,
  language: string,
  region: Region,
  perEuro: number,
  rounding: number,
  taxPercent: number,
  since: number,
  weight: number,
): Market {
  return {
    ...{ code, country, currency, language, region, perEuro, rounding, taxPercent, since, weight },
    drivesOnLeft: DRIVES_ON_LEFT.has(code),
    odometerType: COUNTS_MILES.has(code) ? "miles" : "kms",
  };
}

export const MARKETS: readonly Market[] = [
  market("AE", "United Arab Emirates", "AED", "en", "EU", 3.9, 10, 5, 2017, 6),
  market("AT", "Austria", "EUR", "de", "EU", 1.01, 1, 20, 2013, 30),
  market("AU", "Australia", "AUD", "en", "AP", 1.65, 1, 10, 2015, 28),
  market("BE", "Belgium", "EUR", "nl", "EU", 1, 1, 21, 2013, 36),
  market("CA", "Canada", "CAD", "en", "NA", 1.42, 1, 13, 2013, 40),
  market("CH", "Switzerland", "CHF", "de", "EU", 0.97, 1, 8, 2013, 32),
  market("CN", "China", "CNY", "zh", "AP", 6.4, 10, 13, 2014, 45),
  market("CZ", "Czechia", "CZK", "cs", "EU", 25.2, 100, 21, 2019, 10),
  market("DE", "Germany", "EUR", "de", "EU", 1, 1, 19, 2013, 120),
  market("DK", "Denmark", "DKK", "da", "EU", 7.8, 10, 25, 2013, 24),
  market("ES", "Spain", "EUR", "es", "EU", 1, 1, 21, 2016, 28),
  market("FI", "Finland", "EUR", "fi", "EU", 1.03, 1, 24, 2013, 14),
  market("FR", "France", "EUR", "fr", "EU", 0.99, 1, 20, 2013, 80),
  market("GB", "United Kingdom", "GBP", "en", "EU", 0.86, 1, 20, 2014, 80),
  market("GR", "Greece", "EUR", "el", "EU", 1.01, 1, 24, 2018, 6),
  market("HK", "Hong Kong", "HKD", "en", "AP", 8.4, 10, 0, 2014, 12),
  market("HR", "Croatia", "EUR", "hr", "EU", 1, 1, 25, 2018, 5),
  market("HU", "Hungary", "HUF", "hu", "EU", 392, 1000, 27, 2019, 8),
  market("IE", "Ireland", "EUR", "en", "EU", 1.03, 1, 23, 2017, 12),
  market("IL", "Israel", "ILS", "he", "EU", 4.9, 10, 17, 2021, 8),
  market("IS", "Iceland", "ISK", "is", "EU", 149, 1000, 24, 2019, 5),
  market("IT", "Italy", "EUR", "it", "EU", 1, 1, 22, 2013, 62),
  market("JP", "Japan", "JPY", "ja", "AP", 152, 100, 10, 2014, 24),
  market("KR", "Korea", "KRW", "ko", "AP", 1430, 1000, 10, 2017, 22),
  market("LU", "Luxembourg", "EUR", "fr", "EU", 0.98, 1, 17, 2014, 6),
  market("MO", "Macau", "MOP", "en", "AP", 8.7, 10, 0, 2016, 3),
  market("MX", "Mexico", "MXN", "es", "NA", 20.4, 100, 16, 2016, 8),
  market("MY", "Malaysia", "MYR", "en", "AP", 4.7, 10, 10, 2023, 4),
  market("NL", "Netherlands", "EUR", "nl", "EU", 1.02, 1, 21, 2013, 64),
  market("NO", "Norway", "NOK", "no", "EU", 10.6, 10, 25, 2013, 60),
  market("NZ", "New Zealand", "NZD", "en", "AP", 1.8, 1, 15, 2017, 10),
  market("PL", "Poland", "PLN", "pl", "EU", 4.4, 10, 23, 2020, 12),
  market("PR", "Puerto Rico", "USD", "es", "NA", 1.1, 1, 11, 2019, 3),
  market("PT", "Portugal", "EUR", "pt", "EU", 1.01, 1, 23, 2016, 14),
  market("RO", "Romania", "RON", "ro", "EU", 4.95, 10, 19, 2020, 6),
  market("SE", "Sweden", "SEK", "sv", "EU", 11.3, 10, 25, 2013, 36),
  market("SG", "Singapore", "SGD", "en", "AP", 2.9, 1, 9, 2021, 5),
  market("SI", "Slovenia", "EUR", "sl", "EU", 1, 1, 22, 2018, 4),
  market("TH", "Thailand", "THB", "th", "AP", 36, 100, 7, 2022, 6),
  market("TR", "Turkey", "TRY", "tr", "EU", 51, 100, 20, 2023, 8),
  market("TW", "Taiwan", "TWD", "zh-Hant", "AP", 36.5, 100, 5, 2017, 12),
  market("US", "United States", "USD", "en", "NA", 1.05, 1, 8, 2013, 190),
];
