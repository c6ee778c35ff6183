import type { Market } from "./markets.ts";
import { Weighted } from "./weighted.ts";

export type ModelLetter = "3" | "S" | "X" | "Y";
type Grade = "standard" | "premium" | "performance";
type Motors = 1 | 2 | 3;

/** A version of a model, as it was built in some years. */
export interface Trim {
  readonly model: ModelLetter;
  readonly name: string;
  /** The option code that names the version; empty if the battery and the drive tell it. */
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly motors: Motors;
  readonly grade: Grade;
  /** The option code of the battery. */
  readonly battery: string;
  /** The option code of the battery if it is built in Asia. */
  readonly batteryOfShanghai: string;
  /** In euros, in Germany. */
  readonly newPrice: number;
  readonly weight: number;
}

type Row = readonly [
  name: string,
  code: string,
  from: number,
  to: number,
  motors: Motors,
  grade: Grade,
  batteries: string,
  newPrice: number,
  weight: number,
];

const ROWS: Readonly<Record<ModelLetter, readonly Row[]>> = {
  "3": [
    ["Long Range RWD", "MT302", 2017, 2019, 1, "premium", "BT37", 57_900, 10],
    ["Mid Range", "MT305", 2018, 2019, 1, "premium", "BT36", 51_000, 4],
    ["Long Range AWD", "MT303", 2018, 2019, 2, "premium", "BT37", 58_800, 24],
    ["Performance", "MT304", 2018, 2019, 2, "performance", "BT37", 67_200, 12],
    ["Standard Range Plus", "MT301", 2019, 2019, 1, "standard", "BT35", 46_400, 22],
    ["Standard Range Plus", "MT308", 2020, 2020, 1, "standard", "BT35 BTF0", 45_600, 26],
    ["Long Range AWD", "MT310", 2020, 2020, 2, "premium", "BT37 BT38", 56_400, 24],
    ["Performance", "MT311", 2020, 2020, 2, "performance", "BT37", 63_000, 10],
    ["Standard Range Plus", "MT336", 2021, 2021, 1, "standard", "BT35 BTF0", 42_900, 20],
    ["Long Range AWD", "MT315", 2021, 2021, 2, "premium", "BT42 BT38", 52_500, 24],
    ["Performance", "MT317", 2021, 2021, 2, "performance", "BT42", 59_900, 10],
    ["RWD", "MT322", 2021, 2023, 1, "standard", "BTF1", 44_900, 26],
    ["Long Range AWD", "MT323", 2022, 2023, 2, "premium", "BT42 BT43", 54_900, 22],
    ["Performance", "MT325", 2022, 2023, 2, "performance", "BT42", 61_900, 9],
    ["RWD", "MT351", 2024, 2026, 1, "standard", "BTF1", 40_900, 24],
    ["Long Range RWD", "MT355", 2024, 2026, 1, "premium", "BT43", 45_900, 12],
    ["Long Range AWD", "MT352", 2024, 2026, 2, "premium", "BT43", 49_900, 22],
    ["Performance", "MT353", 2024, 2026, 2, "performance", "BT43", 56_900, 8],
  ],
  S: [
    ["60", "", 2013, 2014, 1, "standard", "BT60", 65_300, 10],
    ["85", "MT85R", 2013, 2015, 1, "standard", "BT85", 75_800, 24],
    ["P85", "", 2013, 2014, 1, "performance", "BT85", 86_900, 9],
    ["P85+", "", 2013, 2014, 1, "performance", "BT85", 97_500, 4],
    ["85D", "", 2015, 2015, 2, "standard", "BT85", 86_500, 12],
    ["P85D", "", 2015, 2015, 2, "performance", "BT85", 103_600, 6],
    ["70", "", 2015, 2015, 1, "standard", "BT70", 71_500, 4],
    ["70D", "", 2015, 2016, 2, "standard", "BT70", 77_300, 10],
    ["90D", "MT90A", 2015, 2017, 2, "standard", "BTX4", 92_400, 12],
    ["P90D", "MT90P", 2015, 2016, 2, "performance", "BTX4", 115_200, 5],
    ["75", "MT75R", 2016, 2017, 1, "standard", "BTX5", 74_200, 6],
    ["75D", "MT75A", 2016, 2019, 2, "standard", "BTX5", 79_900, 14],
    ["100D", "MT10A", 2017, 2019, 2, "standard", "BTX6", 104_900, 12],
    ["P100D", "MT10L", 2016, 2019, 2, "performance", "BTX6", 139_900, 4],
    ["Long Range", "MTS03", 2019, 2020, 2, "premium", "BTX6", 89_900, 14],
    ["Performance", "MTS06", 2019, 2020, 2, "performance", "BTX9", 106_900, 6],
    ["Long Range Plus", "MTS07", 2020, 2021, 2, "premium", "BTXA", 86_900, 8],
    ["Long Range", "MTS10", 2021, 2022, 2, "premium", "BTXB", 99_900, 10],
    ["Plaid", "MTS11", 2021, 2022, 3, "performance", "BTXB", 126_900, 8],
    ["AWD", "MTS13", 2023, 2026, 2, "premium", "BTXB", 98_900, 16],
    ["Plaid", "MTS14", 2023, 2026, 3, "performance", "BTXB", 114_900, 11],
  ],
  X: [
    ["75D", "MT75A", 2016, 2019, 2, "standard", "BTX5", 92_900, 10],
    ["90D", "MT90A", 2016, 2017, 2, "standard", "BTX4", 107_300, 10],
    ["P90D", "MT90P", 2016, 2016, 2, "performance", "BTX4", 134_500, 4],
    ["100D", "MT10A", 2017, 2019, 2, "standard", "BTX6", 113_900, 12],
    ["P100D", "MT10L", 2017, 2019, 2, "performance", "BTX6", 158_900, 4],
    ["Long Range", "MTX03", 2019, 2019, 2, "premium", "BTX6", 95_300, 6],
    ["Long Range Plus", "MTX05", 2020, 2021, 2, "premium", "BTX9", 95_900, 10],
    ["Performance", "MTX06", 2019, 2020, 2, "performance", "BTX9", 112_900, 5],
    ["Long Range", "MTX10", 2021, 2022, 2, "premium", "BTXB", 109_900, 8],
    ["Plaid", "MTX11", 2021, 2022, 3, "performance", "BTXB", 129_900, 6],
    ["AWD", "MTX13", 2023, 2026, 2, "premium", "BTXB", 105_900, 12],
    ["Plaid", "MTX14", 2023, 2026, 3, "performance", "BTXB", 119_900, 8],
  ],
  Y: [
    ["Long Range AWD", "MTY03", 2020, 2020, 2, "premium", "BT37", 56_900, 20],
    ["Performance", "MTY04", 2020, 2020, 2, "performance", "BT37", 65_900, 8],
    ["Standard Range", "MTY01", 2021, 2021, 1, "standard", "BT35 BTF1", 46_900, 6],
    ["Long Range AWD", "MTY07", 2021, 2021, 2, "premium", "BT42 BT38", 58_900, 30],
    ["Performance", "MTY05", 2021, 2021, 2, "performance", "BT42 BT43", 64_900, 10],
    ["RWD", "MTY19", 2022, 2024, 1, "standard", "BT01 BTF1", 44_900, 30],
    ["Long Range AWD", "MTY09", 2022, 2024, 2, "premium", "BT43", 55_900, 44],
    ["Performance", "MTY12", 2022, 2024, 2, "performance", "BT42 BT43", 62_900, 14],
    ["Long Range RWD", "MTY35", 2024, 2024, 1, "premium", "BT43", 49_900, 12],
    ["RWD", "MTY40", 2025, 2026, 1, "standard", "BTF1", 45_900, 26],
    ["Long Range RWD", "MTY46", 2025, 2026, 1, "premium", "BT47", 50_900, 16],
    ["Long Range AWD", "MTY41", 2025, 2026, 2, "premium", "BT43", 53_900, 38],
    ["Performance", "MTY38", 2025, 2026, 2, "performance", "BT44", 61_900, 10],
  ],
};

const MODELS: readonly ModelLetter[] = ["3", "S", "X", "Y"];

const TRIMS: readonly Trim[] = MODELS.flatMap((model) =>
  ROWS[model].map(([name, code, from, to, motors, grade, batteries, newPrice, weight]): Trim => {
    const [battery = "", batteryOfShanghai = battery] = batteries.split(" ");
    const built = { model, name, code, from, to, motors, grade, newPrice, weight };
    return { ...built, battery, batteryOfShanghai };
  }),
);

/** The batteries of lithium iron phosphate. */
export const IRON_BATTERIES: ReadonlySet<string> = new Set(["BTF0", "BTF1", "BT01"]);

/** The small models are sold far more often. */
const SHARES: Readonly<Record<ModelLetter, number>> = { "3": 5, S: 2, X: 2, Y: 5 };

const drawers = new Map<string, Weighted<Trim>>();

/** The versions that were sold in a market of a year, to draw from. */
export function trimsOf(market: Market, year: number): Weighted<Trim> {
  const key = `${market.region}${market.drivesOnLeft}${year}`;
  const known = drawers.get(key);
  if (known !== undefined) return known;
  const sold = TRIMS.filter(
    (trim) => trim.from <= year && year <= trim.to && isSold(trim, market, year),
  );
  const made = new Weighted(sold, ({ model, weight }) => weight * SHARES[model]);
  drawers.set(key, made);
  return made;
}

/** Models came to some markets later, and the later large ones have the wheel on the left only. */
function isSold(trim: Trim, { region, drivesOnLeft }: Market, year: number): boolean {
  switch (trim.model) {
    case "S":
      return !(drivesOnLeft && year >= 2021);
    case "X":
      return !(drivesOnLeft && (year >= 2021 || year < 2017));
    case "3":
      return region === "NA" || (year >= 2019 && trim.name !== "Mid Range");
    case "Y":
      if (region === "NA") return trim.battery !== "BT01";
      return year >= (drivesOnLeft ? 2022 : 2021);
  }
}
