import { suggest } from "../../../util/suggest.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../values/date/index.ts";
import type { LiteralMistake, LiteralReading } from "../function-parameter.ts";

/** A unit of a fixed length, or one whose length depends on the calendar. */
export type TimeUnit =
  | { readonly kind: "fixed"; readonly name: FixedUnit; readonly milliseconds: number }
  | { readonly kind: "calendar"; readonly name: MonthUnit; readonly months: number };

type FixedUnit = "millisecond" | "second" | "minute" | "hour" | "day" | "week";
type MonthUnit = "month" | "quarter" | "year";

const UNITS: readonly TimeUnit[] = [
  { kind: "fixed", name: "millisecond", milliseconds: 1 },
  { kind: "fixed", name: "second", milliseconds: SECOND },
  { kind: "fixed", name: "minute", milliseconds: MINUTE },
  { kind: "fixed", name: "hour", milliseconds: HOUR },
  { kind: "fixed", name: "day", milliseconds: DAY },
  { kind: "fixed", name: "week", milliseconds: 7 * DAY },
  { kind: "calendar", name: "month", months: 1 },
  { kind: "calendar", name: "quarter", months: 3 },
  { kind: "calendar", name: "year", months: 12 },
];

const ABBREVIATIONS: Readonly<Record<TimeUnit["name"], string>> = {
  millisecond: "ms",
  second: "s",
  minute: "m",
  hour: "h",
  day: "d",
  week: "w",
  month: "M",
  quarter: "Q",
  year: "y",
};

/** The plural names of the units, for completion and messages. */
export const TIME_UNITS: readonly string[] = /* @__PURE__ */ UNITS.map(({ name }) => `${name}s`);

const unitsByName: ReadonlyMap<string, TimeUnit> = /* @__PURE__ */ namedUnits();

function namedUnits(): ReadonlyMap<string, TimeUnit> {
  const named = new Map<string, TimeUnit>();
  for (const unit of UNITS) {
    named.set(unit.name, unit);
    named.set(`${unit.name}s`, unit);
    named.set(ABBREVIATIONS[unit.name], unit);
  }
  return named;
}

/**
 * The unit that a text names: singular, plural or abbreviated, in any case. Case matters only for `m` (minutes) and `M`
 * (months).
 */
export function findTimeUnit(text: string): TimeUnit | undefined {
  return (
    unitsByName.get(text) ??
    unitsByName.get(text.toLowerCase()) ??
    unitsByName.get(text.toUpperCase())
  );
}

/** Reads a literal argument that is a unit. */
export function readTimeUnit(text: string): LiteralReading<TimeUnit> {
  const unit = findTimeUnit(text);
  if (unit !== undefined) return { ok: true, value: unit };
  return unknownUnit(text, TIME_UNITS, Object.values(ABBREVIATIONS));
}

/** The failure for a text that is not a unit, with the most likely intended unit. */
export function unknownUnit(
  text: string,
  choices: readonly string[],
  short?: readonly string[],
): LiteralMistake {
  const instead = suggest(text.trim(), choices);
  return {
    ok: false,
    mistake: {
      reason: "unit",
      text,
      choices,
      ...(short && { short }),
      ...(instead !== undefined && { instead }),
    },
  };
}
