import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { type DateFormat, type DatePart, datePartReaders } from "../../values/date/index.ts";

type Element = DateFormat["elements"][number];

/** A part of the result: characters of the date's text from `start` up to `end`, or something else. */
type FormatPart =
  | { readonly kind: "slice"; readonly start: number; readonly end: number }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "node"; readonly node: CoreNode };

/** The form of a date's text, with `#` for each digit. */
const SEPARATORS = "####-##-##T##:##:##.###Z";

/** The offsets of the parts that a date's text contains with leading zeros. */
const SLICES: Partial<Record<DatePart, readonly [start: number, end: number]>> = {
  year: [0, 4],
  month: [5, 7],
  day: [8, 10],
  hour: [11, 13],
  minute: [14, 16],
  second: [17, 19],
};
const FRACTION_START = 20;
const FRACTION_DIGITS = 3;

/**
 * Formats a date with slices of the date's text and with its parts, which databases can compute in UTC. `undefined` if
 * the format needs something else, such as a name.
 *
 * @param zone the zone of the local time to show; `undefined` for UTC
 */
export function lowerDateFormat(
  core: CoreBuilder,
  moment: CoreNode,
  format: DateFormat,
  zone: string | undefined,
): CoreNode | undefined {
  const shown = zone === undefined ? moment : core.localTime(moment, zone);
  const parts: FormatPart[] = [];
  for (const element of format.elements) {
    const found =
      element.kind === "timestamp"
        ? [timestamp(core, moment, element.unit)]
        : partsOf(core, shown, element);
    if (found === undefined) return undefined;
    for (const part of found) append(part, parts);
  }
  const [first] = parts;
  const whole = parts.map((part) => toNode(core, shown, part));
  // A slice of a blank date's text is blank already, so no `if` is needed.
  const [only] = whole;
  if (only !== undefined && whole.length === 1 && first?.kind === "slice") return only;
  return core.if(core.isBlank(moment), core.text(""), core.concat(...whole));
}

function timestamp(core: CoreBuilder, moment: CoreNode, unit: number): FormatPart {
  const milliseconds = core.millisecondsBetween(moment, core.date(0));
  const units = core.floor(core.divide(milliseconds, core.number(unit)));
  return { kind: "node", node: core.numberText(units) };
}

function partsOf(
  core: CoreBuilder,
  moment: CoreNode,
  element: Element,
): readonly FormatPart[] | undefined {
  switch (element.kind) {
    case "literal":
      return [{ kind: "literal", text: element.text }];
    case "fraction": {
      const digits = Math.min(element.digits, FRACTION_DIGITS);
      return [
        { kind: "slice", start: FRACTION_START, end: FRACTION_START + digits },
        { kind: "literal", text: "0".repeat(element.digits - digits) },
      ];
    }
    case "number": {
      const name = partName(element.read);
      if (name === undefined || element.ordinal) return undefined;
      if (element.least === 1) {
        return [{ kind: "node", node: core.numberText(core.datePart(moment, name)) }];
      }
      const [start, end] = SLICES[name] ?? [0, 0];
      return end - start === element.least ? [{ kind: "slice", start, end }] : undefined;
    }
    default:
      return undefined;
  }
}

function partName(read: (ms: number) => number): DatePart | undefined {
  const names: DatePart[] = ["year", "quarter", "month", "day", "dayOfYear", "weekday"];
  names.push("week", "isoWeek", "hour", "minute", "second", "millisecond");
  return names.find((name) => datePartReaders[name] === read);
}

/** Adds a part. If it continues the last slice of the date's text, that slice is extended. */
function append(part: FormatPart, parts: FormatPart[]): void {
  const last = parts.at(-1);
  if (last?.kind === "slice") {
    const { start, end } = last;
    if (part.kind === "slice" && part.start === end) {
      parts[parts.length - 1] = { kind: "slice", start, end: part.end };
      return;
    }
    if (part.kind === "literal" && SEPARATORS.startsWith(part.text, end)) {
      parts[parts.length - 1] = { kind: "slice", start, end: end + part.text.length };
      return;
    }
  }
  parts.push(part);
}

function toNode(core: CoreBuilder, moment: CoreNode, part: FormatPart): CoreNode {
  switch (part.kind) {
    case "node":
      return part.node;
    case "literal":
      return core.text(part.text);
    case "slice": {
      const text = core.dateText(moment);
      const { start, end } = part;
      if (start === 0 && end === SEPARATORS.length) return text;
      return core.slice(text, core.number(start + 1), core.number(end - start));
    }
  }
}
