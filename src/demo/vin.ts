import type { Plant } from "./plants.ts";
import { SHANGHAI } from "./plants.ts";
import { IRON_BATTERIES, type ModelLetter, type Trim } from "./trims.ts";

/** The facts of a car that its VIN tells. */
export interface VinParts {
  readonly trim: Trim;
  readonly year: number;
  readonly plant: Plant;
  readonly drivesOnLeft: boolean;
}

/** The letters of the years from 2013. */
const YEAR_LETTERS = "DEFGHJKLMNPRST";
const FIRST_YEAR = 2013;

const BODIES: Readonly<Record<ModelLetter, readonly [leftHand: string, rightHand: string]>> = {
  "3": ["E", "F"],
  S: ["A", "B"],
  X: ["C", "D"],
  Y: ["G", "H"],
};

const SERIALS = 1_000_000;
/** Prime to the number of serials, so that each comes once, and those that follow each other look unlike. */
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

function bodyOf({ trim, drivesOnLeft }: VinParts): string {
  const [leftHand, rightHand] = BODIES[trim.model];
  return drivesOnLeft ? rightHand : leftHand;
}

function restraintOf({ trim: { model }, year }: VinParts): string {
  switch (model) {
    case "3":
      return year < 2020 ? "1" : "7";
    case "S":
      return year < 2021 ? "1" : "5";
    case "X":
      return year < 2021 ? "C" : "D";
    case "Y":
      return "D";
  }
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
  switch (model) {
    case "3":
      return motors === 1 ? (year < 2024 ? "A" : "S") : isFast ? "C" : "B";
    case "Y": {
      const isNew = plant.letter === "B" || plant.letter === "C";
      if (motors === 1) return isNew ? "J" : "D";
      return isNew ? (isFast ? "L" : "K") : isFast ? "F" : "E";
    }
    case "S":
      if (motors === 1) return isFast ? "3" : "1";
      return motors === 3 ? "6" : year < 2021 ? (isFast ? "4" : "2") : "5";
    case "X":
      return motors === 3 ? "6" : year < 2021 ? (isFast ? "4" : "2") : "5";
  }
}

/** A number for a text, so that each group of VINs starts at a serial of its own. */
function sumOf(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum = (sum * 131 + text.charCodeAt(index)) % SERIALS;
  }
  return sum;
}

/** The values of letters in ISO 3779. Digits count for themselves. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from("0123456789", (digit) => [digit, Number(digit)] as const),
  ...lettersFrom("ABCDEFGH", 1),
  ...lettersFrom("JKLMN", 1),
  ["P", 7],
  ["R", 9],
  ...lettersFrom("STUVWXYZ", 2),
]);

function lettersFrom(letters: string, first: number): (readonly [string, number])[] {
  return Array.from(letters, (letter, index) => [letter, first + index] as const);
}

/** The ninth character, from the eight before it and the eight after it. */
function checkDigit(front: string, tail: string): string {
  const text = `${front}0${tail}`;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    sum += weight * (VALUES.get(text.charAt(index)) ?? 0);
  }
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}
