import fc from "fast-check";
import { LAST_DATE, MIN_DATE } from "../../../../src/language/values/date/calendar.ts";

const DAY = 86_400_000;

/** The instant of an ISO text, by JavaScript's own parser. */
export function at(iso: string): number {
  return new Date(iso).getTime();
}

const anyDate = fc.integer({ min: MIN_DATE, max: LAST_DATE });

const nearMonthEnd = fc
  .tuple(
    fc.integer({ min: 1900, max: 2298 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0, 1, DAY / 2, DAY - 1),
  )
  .map(([year, month, day, time]) => Date.UTC(year, month, 1 + day) + time)
  .filter((ms) => ms >= MIN_DATE && ms <= LAST_DATE);

const nearTheEdges = fc
  .tuple(fc.constantFrom(MIN_DATE, LAST_DATE, 0), fc.integer({ min: -3 * DAY, max: 3 * DAY }))
  .map(([edge, distance]) => edge + distance)
  .filter((ms) => ms >= MIN_DATE && ms <= LAST_DATE);

/** A date of the language; often near the end of a month, the epoch or an end of the range. */
export const arbitraryDate: fc.Arbitrary<number> = fc.oneof(anyDate, nearMonthEnd, nearTheEdges);
