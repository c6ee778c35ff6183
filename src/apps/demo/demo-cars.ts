import NOTES from "./dealer-notes.json";
import { AUTOPILOT_PRICES, equipmentOf } from "./equipment.ts";
import MARKETS from "./markets.json";
import { askingPrice, type Market, taxIn } from "./price.ts";
import { Random } from "./random.ts";
import RULES from "./rules.json";
import { Build, rulesOf, testOf } from "./rules.ts";
import TRIMS from "./trims.json";
import { VinMaker } from "./vin.ts";

/** A listing, as {@link demoSchema} declares it. */
export type Car = {
  readonly url: string;
  readonly vin: string;
  readonly title: string;
  readonly country: string;
  readonly currency: string;
  readonly modelLetter: string;
  readonly year: number;
  readonly price: number;
  readonly tax: number | null;
  readonly odometer: number;
  readonly odometerType: string;
  readonly optionCodes: string;
  readonly createdAt: Date;
};

/** The most cars of a seed; there are enough VINs for them. */
export const MOST_CARS = 10_000_000;

const FIRST_LISTING = Date.UTC(2020, 6, 1);
/** Fixed, so that a seed always gives the same cars. */
const LAST_LISTING = Date.UTC(2026, 9, 31, 18);
const YEAR_IN_MS = 365.25 * 86_400_000;
const KILOMETRES_IN_A_MILE = 1.609344;

/** The ages of cars when they are sold, with their frequencies. */
const AGES = [22, 20, 19, 17, 13, 9, 7, 5, 4, 3, 2, 2, 1, 1].map((weight, years) => ({
  years,
  weight,
}));

const modelsOf = rulesOf(RULES.models);
const plantsOf = rulesOf(RULES.plants);
const vinStartOf = rulesOf(RULES.vinStart);
const vinPlantOf = rulesOf(RULES.vinPlant);
const trims = TRIMS.map((trim) => ({ ...trim, isSold: testOf(trim) }));

/**
 * Listings of used cars, made up but plausible and consistent. A seed gives the same cars in the same order on every
 * machine, for any count.
 *
 * @param count from 0 to {@link MOST_CARS}
 * @param seed a whole number
 */
export function* demoCars(count: number, seed = 1): Generator<Car, void, undefined> {
  if (!(Number.isSafeInteger(count) && count >= 0 && count <= MOST_CARS)) {
    throw new RangeError(`the number of cars must be a whole number from 0 to ${MOST_CARS}`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError("the seed must be a whole number");
  const random = new Random(seed);
  const vins = new VinMaker();
  for (let index = 0; index < count; index++) yield makeCar(random, vins);
}

function makeCar(random: Random, vins: VinMaker): Car {
  const market = random.draw(MARKETS);
  const createdAt = listingTime(market, random);
  const year = modelYear(market, new Date(createdAt).getUTCFullYear(), random);
  const build = new Build(year);
  build.add(market.region);
  if (market.drivesOnLeft) build.add("drives-on-left");
  const models = modelsOf(build, random);
  const sold = trims.filter((trim) => models.includes(trim.model) && trim.isSold(build));
  const trim = random.draw(sold);
  const { model, grade } = trim;
  const size = model === "S" || model === "X" ? "large" : "small";
  for (const tag of [model, size, trim.name, grade, `${trim.motors}-motor`]) build.add(tag);
  const [plant = ""] = plantsOf(build, random);
  const battery = plant === "Shanghai" ? trim.batteryOfShanghai : trim.battery;
  for (const tag of [plant, battery]) build.add(tag);
  const [plantLetter = ""] = vinPlantOf(build, random);
  const vin = vins.make(vinStartOf(build, random).join(""), year, plantLetter);
  const { codes, autopilot, wheels } = equipmentOf(build, random);
  // Cars of a model year are built from the autumn before it on.
  const builtAt = Date.UTC(year, 0, 1) - random.below(90) * 86_400_000;
  const age = Math.max(0, (createdAt - builtAt) / YEAR_IN_MS - random.between(0, 0.7));
  const kilometres = distanceOf(age, random);
  const newPrice = trim.newPrice + AUTOPILOT_PRICES[autopilot];
  const price = askingPrice(newPrice, age, kilometres, market, random);
  return {
    url: `https://cars.example/${vin}`,
    vin,
    title: titleOf(`Model ${model} ${trim.name}`, market.language, wheels, random),
    country: market.country,
    currency: market.currency,
    modelLetter: model,
    year,
    price,
    tax: taxIn(price, market, random),
    odometer: Math.round(
      market.odometerType === "miles" ? kilometres / KILOMETRES_IN_A_MILE : kilometres,
    ),
    odometerType: market.odometerType,
    optionCodes: [`MDL${model}`, trim.code, battery, market.optionCode, ...codes]
      .filter((code) => code !== "")
      .sort()
      .join(","),
    createdAt: new Date(createdAt),
  };
}

const notes = new Map<string, readonly string[]>(Object.entries(NOTES));

/** Some titles have a note in the language of the market, in which `{wheels}` is the size of the wheels in inches. */
function titleOf(name: string, language: string, wheels: string, random: Random): string {
  if (!random.chance(28)) return name;
  return `${name} – ${random.pick(notes.get(language) ?? NOTES.en).replace("{wheels}", wheels)}`;
}

/** The later of two random times, so that later days have more listings. */
function listingTime({ since }: Market, random: Random): number {
  const first = Math.max(FIRST_LISTING, Date.UTC(since, 3, 1));
  const seconds = Math.floor((LAST_LISTING - first) / 1000);
  return first + Math.max(random.below(seconds), random.below(seconds)) * 1000;
}

function modelYear({ since }: Market, listedIn: number, random: Random): number {
  const oldest = Math.max(since, 2013);
  for (;;) {
    const year = listedIn - random.draw(AGES).years;
    if (year >= oldest) return year;
  }
}

/** Some are driven little, some a lot; cars that stood at the dealer's have gone for tests only. */
function distanceOf(age: number, random: Random): number {
  const tests = 5 + random.below(120);
  if (age < 0.15) return tests;
  const aYear = 16_000 * (1 + 0.42 * random.spread());
  return tests + Math.max(800, aYear) * age;
}
