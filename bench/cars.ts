import { Buffer } from "node:buffer";
import { type Random, seededRandom } from "./random.ts";

export interface Car {
  readonly url: string;
  readonly vin: string;
  readonly country: string;
  readonly currency: string;
  readonly modelLetter: string;
  readonly odometer: number;
  readonly optionCodes: string;
  readonly price: number;
  readonly tax: number | null;
  readonly title: string;
  readonly year: number;
}

interface Trim {
  readonly modelLetter: string;
  readonly title: string;
  readonly newPrice: number;
  readonly weight: number;
}

// Names of at most ten letters: `JSON.parse` interns those, like literals, so comparisons cost the same as in rows
// parsed from JSON.
const countries = [
  "Italy",
  "Germany",
  "France",
  "Spain",
  "Belgium",
  "Austria",
  "Portugal",
  "Ireland",
  "Finland",
  "Greece",
  "Canada",
  "Australia",
] as const;

const currencies: Readonly<Record<(typeof countries)[number], string>> = {
  Italy: "EUR",
  Germany: "EUR",
  France: "EUR",
  Spain: "EUR",
  Belgium: "EUR",
  Austria: "EUR",
  Portugal: "EUR",
  Ireland: "EUR",
  Finland: "EUR",
  Greece: "EUR",
  Canada: "CAD",
  Australia: "AUD",
};

const trims: readonly Trim[] = [
  { modelLetter: "3", title: "Model 3 Standard Range Plus RWD", newPrice: 54_000, weight: 24 },
  { modelLetter: "3", title: "Model 3 Long Range AWD", newPrice: 64_000, weight: 8 },
  { modelLetter: "3", title: "Model 3 Performance", newPrice: 71_000, weight: 10 },
  { modelLetter: "Y", title: "Model Y RWD", newPrice: 59_000, weight: 17 },
  { modelLetter: "Y", title: "Model Y Long Range AWD", newPrice: 69_000, weight: 6 },
  { modelLetter: "Y", title: "Model Y Performance", newPrice: 77_000, weight: 7 },
  { modelLetter: "S", title: "Model S 75D", newPrice: 92_000, weight: 7 },
  { modelLetter: "S", title: "Model S Long Range", newPrice: 108_000, weight: 2 },
  { modelLetter: "S", title: "Model S Plaid", newPrice: 133_000, weight: 5 },
  { modelLetter: "X", title: "Model X 100D", newPrice: 112_000, weight: 8 },
  { modelLetter: "X", title: "Model X Long Range", newPrice: 120_000, weight: 1 },
  { modelLetter: "X", title: "Model X Plaid", newPrice: 146_000, weight: 5 },
];

/** Each slot contributes one of its codes, or none for an empty one. All have four characters. */
const codeSlots: readonly (readonly string[])[] = [
  ["AF00", "AF02", "AF00", "AF02"],
  ["APF0", "APF1", "APF2", "APBS"],
  ["APH2", "APH3", "APH4", "APH4"],
  ["AU00", "AU3P", "AUF2", ""],
  ["BC0R", "BC3B", "BC3R", "BC0B"],
  ["BT37", "BT38", "BTF0", "BTX8"],
  ["CH01", "CH04", "CH07", "CH15"],
  ["COBE", "COIT", "CODE", "COFR"],
  ["CPF0", "CPF1", "CPF0", ""],
  ["DV2W", "DV4W", "DV2W", "DV4W"],
  ["FC01", "FC3P", "FC02", "FC3P"],
  ["FG00", "FG31", "FG01", ""],
  ["GLFR", "GLSH", "GLBE", "GLTX"],
  ["HC00", "HC01", "HP00", "HP31"],
  ["IBB0", "IBW1", "ICB0", "IPB1"],
  ["LP00", "LP01", "LTPB", "LTPW"],
  ["MDL3", "MDLS", "MDLX", "MDLY"],
  ["PBSB", "PMNG", "PPMR", "PPSW"],
  ["PL30", "PL31", "PI00", "PI01"],
  ["RF3G", "RFG2", "RFPX", "RF3G"],
  ["ST01", "ST31", "ST33", "STY5"],
  ["SU00", "SU01", "SU3C", "SU3C"],
  ["TIG2", "TIC4", "TM00", "TW01"],
  ["UM01", "USSB", "UTAB", "UT3P"],
  ["W38B", "W39B", "WY18", "WT19"],
  ["YFCC", "YFFC", "ZCST", ""],
];

const trimByDraw = trims.flatMap((trim) => Array<Trim>(trim.weight).fill(trim));
const oldestYear = 2014;
const newestYear = 2025;
const plantLetters = "ABCF";
const yearLetters = "EFGHJKLMNPRS";
const urlStart = "https://cars.example/";

/** Listings of used cars. The six filters of the benchmark match about the shares stated in `filters.ts`. */
export function makeCars(count: number, seed = 1): Car[] {
  return [...carsOneByOne(count, seed)];
}

/** Generates the same cars one by one, without retaining them. */
export function* carsOneByOne(count: number, seed = 1): Generator<Car, void, undefined> {
  const random = seededRandom(seed);
  const text = new TextBuilder();
  for (let index = 0; index < count; index++) yield makeCar(index, random, text);
}

function makeCar(index: number, random: Random, text: TextBuilder): Car {
  const country = pick(countries, random);
  const trim = pick(trimByDraw, random);
  const year = oldestYear + Math.floor((random(1000) * (newestYear - oldestYear + 1)) / 1000);
  const age = newestYear + 1 - year;
  const price = Math.round((trim.newPrice * 0.93 ** age * (80 + random(41))) / 100 / 10) * 10;
  const odometer = 5 + random(21_300 * age);
  const tax = random(10) < 6 ? null : random(50) === 0 ? 0 : Math.round(price * 0.19);
  const vin = vinText(index, trim, year, random, text);
  return {
    url: text.start().append(urlStart).append(vin).take(),
    vin,
    country,
    currency: currencies[country],
    modelLetter: trim.modelLetter,
    odometer,
    optionCodes: optionCodesText(random, text),
    price,
    tax,
    // A copy for each car, as a parser would create.
    title: text.start().append(trim.title).take(),
    year,
  };
}

function pick<T>(choices: readonly T[], random: Random): T {
  const choice = choices[random(choices.length)];
  if (choice === undefined) throw new RangeError("a draw fell outside the choices");
  return choice;
}

function vinText(
  index: number,
  trim: Trim,
  year: number,
  random: Random,
  text: TextBuilder,
): string {
  return text
    .start()
    .append("5YJ")
    .append(trim.modelLetter)
    .append("E7E")
    .append(String.fromCharCode(65 + (Math.floor(index / 1_000_000) % 26)))
    .append(String(random(10)))
    .append(yearLetters.charAt(year - oldestYear))
    .append(plantLetters.charAt(random(plantLetters.length)))
    .append(String(index % 1_000_000).padStart(6, "0"))
    .take();
}

function optionCodesText(random: Random, text: TextBuilder): string {
  text.start();
  let separator = "";
  if (random(100) < 42) {
    text.append("AD15");
    separator = ",";
  }
  let draws = 0;
  for (const [slot, choices] of codeSlots.entries()) {
    // Two random bits per slot: one draw serves twelve slots.
    if (slot % 12 === 0) draws = random(1 << 24);
    const code = choices[(draws >>> ((slot % 12) * 2)) & 3] ?? "";
    if (code === "") continue;
    text.append(separator).append(code);
    separator = ",";
  }
  return text.take();
}

/**
 * Builds flat strings. Concatenation would create ropes, which the first filter to read them would flatten at its own
 * cost, and which parsers never create.
 */
class TextBuilder {
  readonly #bytes = Buffer.alloc(512);
  #length = 0;

  start(): this {
    this.#length = 0;
    return this;
  }

  append(ascii: string): this {
    for (let index = 0; index < ascii.length; index++) {
      this.#bytes[this.#length++] = ascii.charCodeAt(index);
    }
    return this;
  }

  take(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }
}
