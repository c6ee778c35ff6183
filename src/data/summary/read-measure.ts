import { MEASURES, type MeasureName } from "./measures/index.ts";

/** A measure as a text: its name, and the formula in its parentheses. */
export interface MeasureText {
  readonly measure: MeasureName;
  readonly of?: string;
  readonly name?: string;
  /** The whole text. */
  readonly text: string;
}

const NAMES: ReadonlyMap<string, MeasureName> = new Map(
  Object.keys(MEASURES).map((name) => [name.toLowerCase(), name as MeasureName]),
);

/** Reads `count` or `sum({price} * {share})`; `undefined` if it is neither. Names are read as those of functions are. */
export function readMeasure(given: string): MeasureText | undefined {
  const text = given.trim();
  const open = text.indexOf("(");
  const measure = NAMES.get((open < 0 ? text : text.slice(0, open)).trim().toLowerCase());
  if (measure === undefined || (open >= 0 && !text.endsWith(")"))) return undefined;
  const of = open < 0 ? "" : text.slice(open + 1, -1);
  return { measure, text, ...(of.trim() === "" ? {} : { of }) };
}
