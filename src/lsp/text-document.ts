import type { Edit } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";

/** A place in a text: a line from 0, and UTF-16 units from its start. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A part of a text between two places. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A change of a text; without a range, of all of it. */
export interface TextChange {
  readonly range?: Range;
  readonly text: string;
}

/** A text with the places of its lines. It is immutable. */
export class TextDocument {
  readonly text: string;
  /** Where each line starts. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
    this.#starts = starts;
  }

  /** The offset of a place. A place outside of the text is its nearest end, or that of its line. */
  offsetAt({ line, character }: Position): number {
    const start = this.#starts[line];
    if (start === undefined) return line < 0 ? 0 : this.text.length;
    const next = this.#starts[line + 1] ?? this.text.length + 1;
    const end = this.text.slice(start, next).replace(/[\r\n]+$/, "").length;
    return start + Math.min(Math.max(0, character), end);
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  spanOf({ start, end }: Range): Span {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }

  editsOf(edits: readonly Edit[]): readonly object[] {
    return edits.map(({ span, text }) => ({ range: this.rangeOf(span), newText: text }));
  }

  changed({ range, text }: TextChange): TextDocument {
    if (range === undefined) return new TextDocument(text);
    const { start, end } = this.spanOf(range);
    return new TextDocument(this.text.slice(0, start) + text + this.text.slice(end));
  }
}
