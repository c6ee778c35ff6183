import type { Car } from "../cars.ts";

/** Column types that an engineer would choose for the table. */
export type Kind = "text" | "repeated text" | "whole number" | "number" | "number or blank";

export const carColumns: readonly (readonly [name: keyof Car, kind: Kind])[] = [
  ["url", "text"],
  ["vin", "text"],
  ["country", "repeated text"],
  ["currency", "repeated text"],
  ["modelLetter", "repeated text"],
  ["odometer", "whole number"],
  ["optionCodes", "text"],
  ["price", "number"],
  ["tax", "number or blank"],
  ["title", "repeated text"],
  ["year", "whole number"],
];

/** The column of row numbers. No field of a car has this name. */
export const ROW = "row";
