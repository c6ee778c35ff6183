import type { IToken } from "chevrotain";
import type { DiagnosticData } from "../../source/messages/diagnostic-data.ts";
import { NumberText, Text } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { lost, meant, type RepairedToken } from "./repaired-token.ts";

/** Fixes a number in the notation of another language. */
export function repairNumber(source: string, token: IToken): RepairedToken {
  const { image: written } = token;
  const span = spanOf(token);
  const code = "malformed-number";
  if (DOTTED_DATE.test(written)) return repairDate(token);
  // Behind a comma, decimals or another argument may follow.
  const isGrouped = GROUPED.test(written) && source.charAt(endOf(token)) !== ",";
  const instead = isGrouped ? written.replaceAll(".", "") : readNumber(written);
  if (instead === undefined) {
    return lost(token, { code, span, data: { written, reason: reasonFor(written) } });
  }
  const data = { written, reason: "spelling", instead } as const;
  return meant(token, NumberText, instead, { code, span, data });
}

/** `1.000.000`. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/** `31.12.2024`, `2024.12.31`. */
const DOTTED_DATE = /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\.\d{1,2}\.\d{1,2})$/;

/** Reads a date with dots. The fix knows which number is the month if the year is the first, or the day is above 12. */
function repairDate(token: IToken): RepairedToken {
  const { image: written } = token;
  const [first = "", second = "", third = ""] = written.split(".");
  const [year, month, day] = first.length === 4 ? [first, second, third] : [third, second, first];
  const isSure = first.length === 4 || Number(day) > 12;
  const instead = `"${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}"`;
  const finding = { code: "malformed-number", span: spanOf(token) } as const;
  const data = { written, reason: "date" } as const;
  return isSure
    ? meant(token, Text, instead, { ...finding, data: { ...data, instead } })
    : lost(token, { ...finding, data });
}

/** Fixes a number that is too large for a 64-bit floating-point number. */
export function repairRange(token: IToken): RepairedToken {
  const data = { written: token.image };
  return lost(token, { code: "number-out-of-range", span: spanOf(token), data });
}

function readNumber(image: string): string | undefined {
  if (/^\d+\.$/.test(image)) return image.slice(0, -1);
  if (/^\d+n$/.test(image)) return image.slice(0, -1);
  if (/^\d+(?:_\d+)+(?:\.\d+)?$/.test(image)) return image.replaceAll("_", "");
  const [, thousands] = THOUSANDS.exec(image) ?? [];
  if (thousands !== undefined) {
    const value = Math.round(Number(thousands) * 1000);
    return Number.isSafeInteger(value) ? String(value) : undefined;
  }
  if (/^0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/.test(image)) {
    const value = Number(image);
    return Number.isSafeInteger(value) ? String(value) : undefined;
  }
  return undefined;
}

/** Letters after a number that mean thousands. Others, such as `m`, are ambiguous. */
const THOUSANDS = /^(\d+(?:\.\d{1,3})?)[kK]$/;
const DAYS = /^\d+[dD]$/;

function reasonFor(image: string): DiagnosticData["malformed-number"]["reason"] {
  if (DAYS.test(image)) return "days";
  if (/^\d+(?!st|nd|rd|th)[a-zA-Z]{1,3}$/.test(image)) return "unit";
  return /^\d\w*$/.test(image) && !/^\d+[eE]\d*$/.test(image) ? "name" : "spelling";
}
