/** A line of a text, without its break. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

/** The lines of a text, parted by `\n`, `\r\n` or `\r`. There is always one. */
export function linesOf(source: string): readonly [Line, ...Line[]] {
  const texts = source.split(/(\r\n|[\n\r])/);
  const first: Line = { number: 1, start: 0, text: texts[0] ?? "" };
  const lines: [Line, ...Line[]] = [first];
  let start = first.text.length;
  for (let index = 1; index < texts.length; index += 2) {
    const [lineBreak = "", text = ""] = texts.slice(index, index + 2);
    start += lineBreak.length;
    lines.push({ number: lines.length + 1, start, text });
    start += text.length;
  }
  return lines;
}

/** The line that the offset is on; a line break belongs to the line that it ends. */
export function lineAt(lines: readonly [Line, ...Line[]], offset: number): Line {
  return lines.findLast((line) => line.start <= offset) ?? lines[0];
}
