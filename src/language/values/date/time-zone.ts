import {
  DAY,
  dayNumber,
  dayOf,
  HOUR,
  inDateRange,
  LAST_DATE,
  MIN_DATE,
  MINUTE,
  SECOND,
} from "./calendar.ts";
import { intlFormat, intlPart } from "./intl-format.ts";

const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const LONGEST_NAME = 64;

function clock(zone: string): Intl.DateTimeFormat {
  return intlFormat(`clock ${zone}`, "en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Whether the runtime knows an IANA time zone by this name, in any case. An offset is not a name. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST_NAME || !zoneNamePattern.test(name)) return false;
  try {
    clock(name.toLowerCase());
    return true;
  } catch {
    return false;
  }
}

/** A cache of offsets in seconds for days with a single offset, so that most dates need no formatter. */
const days = new Map<string, Map<number, Int32Array>>();
const MOST_ZONES = 16;
const PAGE = 512;
const UNKNOWN = 0x7fffffff;
/** The offset changes within this day. */
const CHANGES = UNKNOWN - 1;

/** Like `zoneOffset`, for loops over many dates. */
function fastZoneOffset(zone: string, ms: number): number {
  const day = dayOf(ms);
  const number = Math.floor(day / PAGE);
  let pages = days.get(zone);
  if (pages === undefined) {
    if (days.size >= MOST_ZONES) days.clear();
    pages = new Map();
    days.set(zone, pages);
  }
  let page = pages.get(number);
  if (page === undefined) {
    page = new Int32Array(PAGE).fill(UNKNOWN);
    pages.set(number, page);
  }
  const index = day - number * PAGE;
  let seconds = page[index] as number;
  if (seconds === UNKNOWN) {
    const first = zoneOffset(zone, day * DAY);
    const isOne = first === zoneOffset(zone, (day + 1) * DAY);
    seconds = isOne ? first / SECOND : CHANGES;
    page[index] = seconds;
  }
  return seconds === CHANGES ? zoneOffset(zone, ms) : seconds * SECOND;
}

/** The local time in a zone at an instant, represented as if it were UTC. */
export function localTime(zone: string, ms: number): number {
  return ms + fastZoneOffset(zone, ms);
}

/** The maximum distance of a local time from UTC. */
const FARTHEST = 16 * HOUR;

/**
 * The instant of a local time in a zone. If clocks show it twice, the first one. If clocks skip it, the instant by the
 * offset before the change: its local time is then later by the skipped time. `undefined` outside the range.
 */
export function instantAt(zone: string, local: number): number | undefined {
  if (local < MIN_DATE - DAY || local > LAST_DATE + DAY) return undefined;
  const before = fastZoneOffset(zone, local - FARTHEST);
  const after = fastZoneOffset(zone, local + FARTHEST);
  const first = local - Math.max(before, after);
  if (localTime(zone, first) === local) return inDateRange(first);
  const last = local - Math.min(before, after);
  return inDateRange(localTime(zone, last) === local ? last : local - before);
}

/** A half-open range of instants. */
export interface InstantRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The instants whose local time in a zone is in `[from, to)`. They are several ranges if clocks are put back over one
 * of the bounds.
 */
export function instantsBetween(zone: string, from: number, to: number): readonly InstantRange[] {
  const cuts = new Set<number>([MIN_DATE]);
  for (const bound of [from, to]) if (Number.isFinite(bound)) addCuts(zone, bound, cuts);
  const starts = [...cuts]
    .filter((cut) => cut >= MIN_DATE && cut <= LAST_DATE)
    .sort((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const [index, start] of starts.entries()) {
    const local = localTime(zone, start);
    if (local < from || local >= to) continue;
    const end = starts[index + 1] ?? LAST_DATE + 1;
    const last = ranges.at(-1);
    if (last?.to === start) last.to = end;
    else ranges.push({ from: start, to: end });
  }
  return ranges;
}

/**
 * Adds the instants at which local time may cross a bound: where it equals the bound, and where the offset changes
 * nearby.
 */
function addCuts(zone: string, bound: number, cuts: Set<number>): void {
  let start = bound - FARTHEST;
  cuts.add(start);
  for (let next = start + HOUR; next <= bound + FARTHEST; next += HOUR) {
    const offset = zoneOffset(zone, next - HOUR);
    cuts.add(bound - offset);
    if (zoneOffset(zone, next) !== offset) cuts.add(changeWithin(zone, next - HOUR, next));
    start = next;
  }
  cuts.add(start);
  cuts.add(bound - zoneOffset(zone, start));
}

/** The instant at which the offset changes, between two instants with different offsets. */
function changeWithin(zone: string, before: number, after: number): number {
  const offset = zoneOffset(zone, before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The offset of a zone from UTC in milliseconds at an instant, positive if ahead of UTC. The zone must be one that
 * `isTimeZone` accepts; any other string throws a `RangeError`.
 */
export function zoneOffset(zone: string, ms: number): number {
  const key = zone.toLowerCase();
  if (key === "utc") return 0;
  // Offsets of zones are whole seconds, so the milliseconds do not matter.
  const instant = Math.floor(ms / SECOND) * SECOND;
  const fields = clock(key).format(instant).split(/\D+/);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  const time = hour * HOUR + minute * MINUTE + second * SECOND;
  return dayNumber(year, month, day) * DAY + time - instant;
}

/** The short name of a zone at an instant, in English: `UTC`, `EST`, `GMT+1`. */
export function zoneAbbreviation(zone: string, ms: number): string {
  const key = zone.toLowerCase();
  if (key === "utc") return "UTC";
  const format = intlFormat(`zone ${key}`, "en-US", { timeZone: key, timeZoneName: "short" });
  /* v8 ignore next -- the format has that part */
  return intlPart(format, "timeZoneName", ms) ?? zone;
}
