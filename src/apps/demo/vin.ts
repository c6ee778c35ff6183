import type { Plant } from "./plants.ts";
import { SHANGHAI } from "./plants.ts";
import { IRON_BATTERIES, type Trim } from "./trims.ts";

/** The facts of a car that its VIN encodes. */
export interface VinParts {
  readonly trim: Trim;
  readonly year: number;
  readonly plant: Plant;
  readonly drivesOnLeft: boolean;
}

/** The letters of the years from 2013. */
const YEAR_LETTERS = "DEFGHJKLMNPRST";
const FIRST_YEAR = 2013;

/** By the model: the letters of cars with the wheel on the left and on the right. */
const BODIES: Readonly<Record<string, string>> = { "3": "EF", S: "AB", X: "CD", Y: "GH" };

/** By the model: the characters for the seat belts and airbags before and from a year. */
const RESTRAINTS: Readonly<Record<string, readonly [before: string, year: number, from: string]>> =
  { "3": ["1", 2020, "7"], S: ["1", 2021, "5"], X: ["C", 2021, "D"], Y: ["D", 2020, "D"] };

const SERIALS = 1_000_000;
/** Coprime to the number of serials, so that each serial occurs once, and successive ones look different. */
const STRIDE = 611_953;

/** Makes VINs, no two of them alike. */
export class VinMaker {
  readonly #made = new Map<string, number>();

  make(parts: VinParts): string {
    const { trim, year, plant } = parts;
    const front = `${plant.maker}${trim.model}${bodyOf(parts)}${restraintOf(parts)}${fuelOf(parts)}${motorOf(parts)}`;
    const back = `${YEAR_LETTERS.charAt(year - FIRST_YEAR)}${plant.letter}`;
    const group = front + back;
    const count = this.#made.get(group) ?? 0;
    if (count === SERIALS) throw new RangeError("there are no more serial numbers");
    this.#made.set(group, count + 1);
    const serial = (sumOf(group) + count * STRIDE) % SERIALS;
    const tail = `${back}${String(serial).padStart(6, "0")}`;
    return `${front}${checkDigit(front, tail)}${tail}`;
  }
}

function bodyOf({ trim: { model }, drivesOnLeft }: VinParts): string {
  return BODIES[model]?.charAt(drivesOnLeft ? 1 : 0) ?? "";
}

function restraintOf({ trim: { model }, year }: VinParts): string {
  const [before, since, from] = RESTRAINTS[model] ?? ["", 0, ""];
  return year < since ? before : from;
}

function fuelOf({ trim, plant }: VinParts): string {
  return IRON_BATTERIES.has(batteryOf(trim, plant)) ? "F" : "E";
}

/** The battery that a version has from a plant. */
export function batteryOf(trim: Trim, plant: Plant): string {
  return plant === SHANGHAI ? trim.batteryOfShanghai : trim.battery;
}

function motorOf({ trim: { model, motors, grade }, year, plant }: VinParts): string {
  const isFast = grade === "performance";
  if (model === "3") return motors === 1 ? (year < 2024 ? "A" : "S") : isFast ? "C" : "B";
  if (model === "Y") {
    const isNew = plant.letter === "B" || plant.letter === "C";
    if (motors === 1) return isNew ? "J" : "D";
    return isNew ? (isFast ? "L" : "K") : isFast ? "F" : "E";
  }
  if (motors === 3) return "6";
  if (motors === 1) return isFast ? "3" : "1";
  return year < 2021 ? (isFast ? "4" : "2") : "5";
}

/** A number for a text, so that each group of VINs starts at another serial number. */
function sumOf(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum = (sum * 131 + text.charCodeAt(index)) % SERIALS;
  }
  return sum;
}

/** The weights of positions, and the values of characters, in ISO 3779. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
const VALUES = "012345678912345678123457923456789";

/** The ninth character, from the eight before it and the eight after it. */
function checkDigit(front: string, tail: string): string {
  const text = `${front}0${tail}`;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    sum += weight * Number(VALUES.charAt(CHARACTERS.indexOf(text.charAt(index))));
  }
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}
