import { isText } from "../../../language/values/text/index.ts";
import { quote } from "../../../util/quote.ts";
import type { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";

/** A parameter as sent. */
export interface SentParameter {
  readonly name: string;
  readonly value: string;
}

const { parameters: MOST_PARAMETERS } = SERVICE_LIMITS;

/**
 * The parameters of a query string in order, decoded once: `+` and `%20` are spaces. An invalid encoding is a mistake,
 * and is not repaired.
 */
export function readQueryString(text: string, mistakes: Mistakes): readonly SentParameter[] {
  const parameters: SentParameter[] = [];
  let start = 0;
  while (start <= text.length) {
    const next = text.indexOf("&", start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      if (parameters.length === MOST_PARAMETERS) {
        mistakes.malformed(
          "",
          "too-many-parameters",
          `there are more than ${MOST_PARAMETERS} parameters`,
        );
        return [];
      }
      const chunk = text.slice(start, end);
      const equals = chunk.indexOf("=");
      const name = decode(equals === -1 ? chunk : chunk.slice(0, equals));
      const value = equals === -1 ? "" : decode(chunk.slice(equals + 1));
      if (name === undefined || value === undefined) {
        const shown = name ?? chunk.slice(0, equals === -1 ? undefined : equals);
        mistakes.malformed(
          shown,
          "invalid-encoding",
          `${quote(shown)} is not percent-encoded UTF-8`,
          "encode a percent sign as %25",
        );
      } else {
        parameters.push({ name, value });
      }
    }
    start = end + 1;
  }
  return parameters;
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text);
    // U+0000 and lone surrogates are rejected, since not every database can store them.
    return isText(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
