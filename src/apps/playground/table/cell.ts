import type { CellValue } from "../records/playground-source.ts";
import { element } from "../shell/element.ts";

/** The most characters of a text to show: a text may have a million. */
const MOST_SHOWN = 400;

/** A value as the table shows it. */
function cellText(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return dateText(value);
  if (typeof value === "object") return value.join(", ");
  return String(value);
}

function dateText(date: Date): string {
  const iso = date.toISOString();
  const [day = "", time = ""] = iso.split("T");
  return time === "00:00:00.000Z" ? day : `${day} ${time.replace(/(?::00)?(?:\.000)?Z$/, "")}`;
}

/** The content of a cell. The parts that the formula searches for are marked. */
export function cellContent(
  value: CellValue,
  wanted: readonly string[],
): readonly (Node | string)[] {
  const whole = cellText(value);
  const text = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}…` : whole;
  const content: (Node | string)[] = [];
  let end = 0;
  for (const [from, to] of marksIn(text.toLowerCase(), wanted)) {
    content.push(text.slice(end, from), element("mark", {}, text.slice(from, to)));
    end = to;
  }
  content.push(text.slice(end));
  return content;
}

/** The positions of the wanted strings, in order and without overlap. */
function marksIn(text: string, wanted: readonly string[]): readonly (readonly [number, number])[] {
  const marks: (readonly [number, number])[] = [];
  for (const one of wanted) {
    const looked = one.toLowerCase();
    if (looked === "") continue;
    for (let at = text.indexOf(looked); at !== -1; at = text.indexOf(looked, at + looked.length)) {
      marks.push([at, at + looked.length]);
    }
  }
  let end = 0;
  return marks
    .sort(([a], [b]) => a - b)
    .filter(([from, to]) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}
