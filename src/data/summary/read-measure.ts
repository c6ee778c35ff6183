import { MEASURES, type MeasureName } from "./measures/index.ts";

/** The source of a measure: its name, and the formula in its parentheses. */
export interface MeasureText {
  readonly measure: MeasureName;
  readonly of?: string;
  readonly name?: string;
  /** The whole source. */
  readonly text: string;
}

const NAMES: ReadonlyMap<string, MeasureName> = new Map(
  Object.keys(MEASURES).map((name) => [name.toLowerCase(), name as MeasureName]),
);

/**
 * Parses `count` or `sum({price} * {share})`; `undefined` for another syntax. Names are case-insensitive, like those of
 * functions.
 */
export function readMeasure(given: string): MeasureText | undefined {
  const text = given.trim();
  const open = text.indexOf("(");
  const measure = NAMES.get((open < 0 ? text : text.slice(0, open)).trim().toLowerCase());
  if (measure === undefined || (open >= 0 && !text.endsWith(")"))) return undefined;
  const of = open < 0 ? "" : text.slice(open + 1, -1);
  return { measure, text, ...(of.trim() === "" ? {} : { of }) };
}
