import type { FastifyReply } from "fastify";
import type { Diagnostic } from "../../../language/source/diagnostic.ts";
import { SERVICE_LIMITS } from "../limits.ts";

/** A warning of a formula of a request. */
export interface FormulaWarning {
  /** The parameter with the formula. */
  readonly parameter: string;
  readonly diagnostic: Diagnostic;
}

const { warningCharacters: MOST_CHARACTERS, mistakes: MOST_LISTED } = SERVICE_LIMITS;

/**
 * Sets the header with the warnings of a request's formulas, since the body of its response has no room for them: a list of
 * structured fields (RFC 9651). Those that do not fit are counted at its end.
 */
export function setWarnings(reply: FastifyReply, warnings: readonly FormulaWarning[]): void {
  const items: string[] = [];
  let left = MOST_CHARACTERS;
  for (const warning of warnings.slice(0, MOST_LISTED)) {
    // A long name may be in the message.
    const item = [itemOf(warning, true), itemOf(warning, false)].find(
      ({ length }) => length < left,
    );
    if (item === undefined) break;
    items.push(item);
    left -= item.length;
  }
  const omitted = warnings.length - items.length;
  if (omitted > 0) items.push(`more;count=${omitted}`);
  if (items.length > 0) reply.header("x-formula-warnings", items.join(", "));
}

function itemOf({ parameter, diagnostic }: FormulaWarning, isWhole: boolean): string {
  const { code, span, message, help } = diagnostic;
  return [
    code,
    `parameter="${parameter}"`,
    `start=${span.start}`,
    `end=${span.end}`,
    ...(isWhole ? [`message=${displayString(message)}`] : []),
    ...(isWhole && help !== undefined ? [`help=${displayString(help)}`] : []),
  ].join(";");
}

/** A string of any characters. Headers are ASCII, so that others are percent-encoded. */
function displayString(text: string): string {
  const encoded = Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x25
      ? `%${byte.toString(16).padStart(2, "0")}`
      : String.fromCharCode(byte),
  );
  return `%"${encoded.join("")}"`;
}
