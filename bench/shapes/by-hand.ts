import type { Car } from "../../src/apps/demo/index.ts";

/** A filter of the demo cars, with its handwritten equivalent for rows that are known to be cars. */
export interface CarShape {
  readonly formula: string;
  /** Must not refer to anything outside itself: its source is evaluated separately. */
  readonly matches: (car: Car) => boolean;
}

export const carShapes: readonly CarShape[] = [
  { formula: "{price} < 30000", matches: (car) => car.price < 30000 },
  { formula: "{price} >= 20000", matches: (car) => car.price >= 20000 },
  { formula: "{year} = 2022", matches: (car) => car.year === 2022 },
  { formula: "{year} != 2022", matches: (car) => car.year !== 2022 },
  {
    formula: "BETWEEN({year}, 2018, 2021)",
    matches: (car) => car.year >= 2018 && car.year <= 2021,
  },
  { formula: "{tax} = BLANK()", matches: (car) => car.tax === null },
  { formula: "NOT({tax} = BLANK())", matches: (car) => car.tax !== null },
  {
    formula: "OR({tax} = BLANK(), {tax} = 0)",
    matches: (car) => car.tax === null || car.tax === 0,
  },
  { formula: "{tax} > 5000", matches: (car) => car.tax !== null && car.tax > 5000 },
  { formula: "{price} - {tax} < 25000", matches: (car) => car.price - (car.tax ?? 0) < 25000 },
  { formula: "{price} * 1.2 > 40000", matches: (car) => car.price * 1.2 > 40000 },
  { formula: "{odometer} / {price} > 2", matches: (car) => car.odometer / car.price > 2 },
  { formula: "MOD({year}, 2) = 0", matches: (car) => car.year % 2 === 0 },
  { formula: "MOD({odometer}, 10) = 3", matches: (car) => car.odometer % 10 === 3 },
  {
    formula: "ROUND({price}, -3) = 30000",
    matches: (car) => Math.round(car.price / 1000) * 1000 === 30000,
  },
  { formula: "ROUND({price} / 1000) > 40", matches: (car) => Math.round(car.price / 1000) > 40 },
  {
    formula: "INT({odometer} / 10000) = 3",
    matches: (car) => Math.floor(car.odometer / 10000) === 3,
  },
  { formula: "ABS({price} - 30000) < 2000", matches: (car) => Math.abs(car.price - 30000) < 2000 },
  {
    formula: "MAX({price}, {odometer}) < 40000",
    matches: (car) => Math.max(car.price, car.odometer) < 40000,
  },
  {
    formula: 'IF({country} = "Italy", {price}, {odometer}) < 30000',
    matches: (car) => (car.country === "Italy" ? car.price : car.odometer) < 30000,
  },
  { formula: '{country} = "Italy"', matches: (car) => car.country === "Italy" },
  { formula: '{country} != "Italy"', matches: (car) => car.country !== "Italy" },
  {
    formula: 'ISONEOF({country}, "Italy", "France", "Spain")',
    matches: (car) =>
      car.country === "Italy" || car.country === "France" || car.country === "Spain",
  },
  {
    formula: '{country} & " " & {currency} = "Italy EUR"',
    matches: (car) => `${car.country} ${car.currency}` === "Italy EUR",
  },
  { formula: '{modelLetter} & {vin} > "S"', matches: (car) => car.modelLetter + car.vin > "S" },
  {
    formula: 'LOWER({country}) = "france"',
    matches: (car) => car.country.toLowerCase() === "france",
  },
  { formula: "LEN({title}) > 30", matches: (car) => car.title.length > 30 },
  { formula: "LEN({optionCodes}) < 100", matches: (car) => car.optionCodes.length < 100 },
  { formula: 'LEFT({vin}, 3) = "5YJ"', matches: (car) => car.vin.slice(0, 3) === "5YJ" },
  { formula: 'RIGHT({vin}, 1) = "7"', matches: (car) => car.vin.slice(-1) === "7" },
  { formula: 'MID({vin}, 4, 1) = "3"', matches: (car) => car.vin.slice(3, 4) === "3" },
  {
    formula: 'TRIM({title}) = "Model 3 Performance"',
    matches: (car) => car.title.trim() === "Model 3 Performance",
  },
  { formula: 'FIND("AD15", {optionCodes})', matches: (car) => car.optionCodes.includes("AD15") },
  {
    formula: 'AND(NOT(FIND("AD15", {optionCodes})), NOT(FIND("Long", {title})))',
    matches: (car) => !car.optionCodes.includes("AD15") && !car.title.includes("Long"),
  },
  {
    formula: 'SEARCH("performance", {title})',
    matches: (car) => car.title.toLowerCase().includes("performance"),
  },
  { formula: 'STARTS_WITH({title}, "Model S")', matches: (car) => car.title.startsWith("Model S") },
  {
    formula: "YEAR({createdAt}) = 2024",
    matches: (car) => car.createdAt.getUTCFullYear() === 2024,
  },
  { formula: "MONTH({createdAt}) = 6", matches: (car) => car.createdAt.getUTCMonth() === 5 },
  {
    formula: 'IS_AFTER({createdAt}, "2024-01-01")',
    matches: (car) => car.createdAt.getTime() > 1704067200000,
  },
  {
    formula:
      'OR(AND({country} = "Italy", {price} < 30000), AND({year} > 2022, NOT({modelLetter} = "3")))',
    matches: (car) =>
      (car.country === "Italy" && car.price < 30000) ||
      (car.year > 2022 && car.modelLetter !== "3"),
  },
];
