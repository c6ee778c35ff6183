import {
  type DateFormat,
  parseDateFormat,
  parseDateWithFormat,
  parseIsoDate,
} from "../../../language/values/date/index.ts";
import { parseNumberText } from "../../../language/values/number/index.ts";
import { misuse } from "../../../util/misuse.ts";

/** How texts of a file stand for numbers and dates. */
export interface TextFormOptions {
  /**
   * The decimal point of numbers in CSV. If it is given, thousands may be separated: by the other one of `.` and `,`, a
   * space or an apostrophe.
   */
  readonly decimal?: "." | ",";
  /** How dates are written, such as `DD.MM.YYYY`, in the tokens of `DATETIME_PARSE`; ISO dates are read, too. */
  readonly dateFormats?: readonly string[];
}

/** Reads the texts of a file. */
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
      if (parsed.pieces.some(({ kind }) => kind !== "literal")) return parsed;
      throw misuse("a format of dates", "one such as `DD.MM.YYYY`", format);
    });
  }

  /** Whether dates are written in other ways than ISO 8601. */
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

  /** A number with a decimal point and without separators of thousands; any other text as it is. */
  plainNumber(text: string): string {
    if (this.#decimal === undefined) return text;
    const [, sign, whole, separator, fraction = "", exponent = ""] =
      NATIONAL[this.#decimal].exec(text) ?? [];
    // A text that is written in another way is not a number, though it may look like one.
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
