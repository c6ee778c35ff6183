import {
  type DateFormat,
  parseDateFormat,
  parseDateWithFormat,
  parseIsoDate,
} from "../../../language/values/date/index.ts";
import { parseNumberText } from "../../../language/values/number/index.ts";
import { misuse } from "../../../util/misuse.ts";

/** How numbers and dates are spelled in a file. */
export interface TextFormOptions {
  /**
   * The decimal point of numbers in CSV. If given, thousands separators are allowed: the other one of `.` and `,`, a
   * space or an apostrophe.
   */
  readonly decimal?: "." | ",";
  /** Formats of dates, such as `DD.MM.YYYY`, in the tokens of `DATETIME_PARSE`. ISO 8601 is always read. */
  readonly dateFormats?: readonly string[];
}

/** Parses the numbers and dates of a file. */
export class TextForms {
  readonly #decimal: "." | "," | undefined;
  readonly #formats: readonly DateFormat[];

  constructor({ decimal, dateFormats = [] }: TextFormOptions) {
    if (decimal !== undefined && !Object.hasOwn(NATIONAL, decimal)) {
      throw misuse("the option `decimal`", "`.` or `,`", decimal);
    }
    this.#decimal = decimal;
    this.#formats = dateFormats.map((format) => {
      const parsed = parseDateFormat(format);
      if (parsed.elements.some(({ kind }) => kind !== "literal")) return parsed;
      throw misuse("a format of dates", "one such as `DD.MM.YYYY`", format);
    });
  }

  /** Whether formats other than ISO 8601 are configured. */
  get hasDateFormats(): boolean {
    return this.#formats.length > 0;
  }

  date(text: string): number | undefined {
    for (const format of this.#formats) {
      const ms = parseDateWithFormat(text, format);
      if (ms !== undefined) return ms;
    }
    return parseIsoDate(text);
  }

  number(text: string): number | undefined {
    return parseNumberText(this.plainNumber(text));
  }

  /** A number with a decimal point and without thousands separators; any other string unchanged. */
  plainNumber(text: string): string {
    if (this.#decimal === undefined) return text;
    const [, sign, whole, separator, fraction = "", exponent = ""] =
      NATIONAL[this.#decimal].exec(text) ?? [];
    // A string in another spelling must not be parsed as a number, even if it looks like one.
    if (whole === undefined) return /\d/.test(text) ? `?${text}` : text;
    const digits = separator === undefined ? whole : whole.replaceAll(separator, "");
    return `${sign}${digits}${fraction === "" ? "" : `.${fraction.slice(1)}`}${exponent}`;
  }
}

/** The sign, the digits before the decimal point, the separator of thousands, the fraction and the exponent. */
const NATIONAL = {
  ",": /^ *([+-]?)(\d{1,3}(?:([. \u00a0\u202f'’])\d{3}(?:\3\d{3})*)?|\d+)(,\d+)?([eE][+-]?\d+)? *$/,
  ".": /^ *([+-]?)(\d{1,3}(?:([, \u00a0\u202f'’])\d{3}(?:\3\d{3})*)?|\d+)(\.\d+)?([eE][+-]?\d+)? *$/,
} as const;
