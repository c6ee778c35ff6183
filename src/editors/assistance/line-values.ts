import type { PartValue } from "./assistance-types.ts";

/** The values to show at the end of a line. */
interface LineValue {
  /** The end of the line. */
  readonly offset: number;
  /** The values of the largest parts that end on the line, joined. */
  readonly shown: string;
}

/** The values to show at the ends of lines. Parts that already look like their value are omitted. */
export function lineValues(text: string, parts: readonly PartValue[]): readonly LineValue[] {
  const lines = new Map<number, PartValue[]>();
  for (const part of parts) {
    const { start, end } = part.span;
    const rest = text.slice(end).search(/[\r\n]/);
    const offset = rest === -1 ? text.length : end + rest;
    const line = lines.get(offset) ?? [];
    // Outer parts come first.
    const isInside = line.some(({ span }) => span.start <= start && end <= span.end);
    if (!isInside && text.slice(start, end) !== part.shown) lines.set(offset, [...line, part]);
  }
  return [...lines]
    .map(([offset, ending]) => ({ offset, shown: ending.map(shownOf).join(", ") }))
    .sort((a, b) => a.offset - b.offset);
}

function shownOf({ shown, cause }: PartValue): string {
  return cause === undefined ? shown : `${shown}: ${cause}`;
}
