/** A line of a text, without its break. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

/** The line that the offset is on. Lines end in `\n`, `\r\n` or `\r`, and a break belongs to the line that it ends. */
export function lineAt(source: string, offset: number): Line {
  const insideBreak = source.slice(offset - 1, offset + 1) === "\r\n";
  const before = source.slice(0, insideBreak ? offset - 1 : offset);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  const rest = source.slice(start);
  return {
    number: before.split(/\r\n|[\n\r]/).length,
    start,
    text: rest.slice(0, rest.search(/[\n\r]|$/)),
  };
}
