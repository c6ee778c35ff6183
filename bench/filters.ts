import type { Car } from "./cars.ts";

export const FILTER_IDS = ["F1", "F2", "F3", "F4", "F5", "F6"] as const;

export type FilterId = (typeof FILTER_IDS)[number];

export interface CarFilter {
  readonly id: FilterId;
  readonly formula: string;
  /** The share of matching cars. */
  readonly share: number;
  /**
   * The same filter written by hand, for rows known to be cars. It must not refer to anything outside the function: the
   * harness evaluates its source separately for each contestant.
   */
  readonly matches: (car: Car) => boolean;
}

export const filters: readonly CarFilter[] = [
  {
    id: "F1",
    formula: "{price} < 50000",
    share: 0.61,
    matches: (car) => car.price < 50000,
  },
  {
    id: "F2",
    formula: 'AND({country} = "Italy", {year} >= 2020)',
    share: 0.04,
    matches: (car) => car.country === "Italy" && car.year >= 2020,
  },
  {
    id: "F3",
    formula:
      'AND({country} = "Italy", {price} < 50000, {year} >= 2020, FIND("AD15", {optionCodes}), NOT(tax = BLANK()))',
    share: 0.003,
    matches: (car) =>
      car.country === "Italy" &&
      car.price < 50000 &&
      car.year >= 2020 &&
      car.optionCodes.includes("AD15") &&
      car.tax !== null,
  },
  {
    id: "F4",
    formula: 'AND(FIND("Long Range", {title}), FIND("AD15", {optionCodes}))',
    share: 0.07,
    matches: (car) => car.title.includes("Long Range") && car.optionCodes.includes("AD15"),
  },
  {
    id: "F5",
    formula: `OR(
  AND({modelLetter} = "3", OR({year} >= 2023, {odometer} < 12000), NOT({country} = "Spain"), {price} < 42000),
  AND(OR({country} = "Italy", {country} = "France"), NOT(OR({price} > 90000, {odometer} > 80000)), {tax} > 5000),
  AND(NOT({currency} = "EUR"), {year} < 2016)
)`,
    share: 0.09,
    matches: (car) =>
      (car.modelLetter === "3" &&
        (car.year >= 2023 || car.odometer < 12000) &&
        car.country !== "Spain" &&
        car.price < 42000) ||
      ((car.country === "Italy" || car.country === "France") &&
        !(car.price > 90000 || car.odometer > 80000) &&
        car.tax !== null &&
        car.tax > 5000) ||
      (car.currency !== "EUR" && car.year < 2016),
  },
  {
    id: "F6",
    formula: "({price} + {tax}) / {odometer} > 1",
    share: 0.48,
    matches: (car) => (car.price + (car.tax ?? 0)) / car.odometer > 1,
  },
];
