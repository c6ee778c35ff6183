import { FIELDS, type GeneratedField } from "./rows.ts";
import { DATES, NUMBERS, TEXTS } from "./vocabulary.ts";

/** What formulas are about: the fields that they read, and constants that say something of these. */
export interface Subject {
  readonly fields: readonly GeneratedField[];
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly dates: readonly string[];
}

export const USUAL: Subject = { fields: FIELDS, texts: TEXTS, numbers: NUMBERS, dates: DATES };
