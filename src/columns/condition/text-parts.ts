/** Maps each byte before it is compared: all bytes to themselves, or ASCII letters to the other case. */
export const FOLDS = {
  none: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  lower: Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte, 65) ? byte + 32 : byte)),
  upper: Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte, 97) ? byte - 32 : byte)),
} as const;

/** @param a the first letter of the alphabet, small or capital */
function isLetter(byte: number, a: number): boolean {
  return byte >= a && byte < a + 26;
}

const SPACE = 0x20;

/** A part of a text: some bytes of UTF-8, which begin and end between characters. */
interface Part {
  bytes: Uint8Array;
  start: number;
  end: number;
  fold: Uint8Array;
  isAscii: boolean;
}

const NOTHING = new Uint8Array(0);

/** A text as parts, one after another, so that joined and cut texts need no string. It is filled for one row at a time. */
export class TextParts {
  /** Only the first `count` belong to the text; the others are used again for the next row. */
  readonly #parts: Part[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  at(index: number): Part {
    return this.#parts[index] as Part;
  }

  add(bytes: Uint8Array, start: number, end: number, isAscii: boolean): void {
    let part = this.#parts[this.count];
    if (part === undefined) {
      part = { bytes: NOTHING, start: 0, end: 0, fold: FOLDS.none, isAscii: true };
      this.#parts.push(part);
    }
    part.bytes = bytes;
    part.start = start;
    part.end = end;
    part.fold = FOLDS.none;
    part.isAscii = isAscii;
    this.count++;
  }

  /** The number of bytes of the parts from `first` on. */
  size(first = 0): number {
    let size = 0;
    for (let index = first; index < this.count; index++) {
      const { start, end } = this.at(index);
      size += end - start;
    }
    return size;
  }

  /** The number of code points of the parts from `first` on. */
  points(first = 0): number {
    let points = 0;
    for (let index = first; index < this.count; index++) {
      const { bytes, start, end, isAscii } = this.at(index);
      points += isAscii ? end - start : countPoints(bytes, start, end);
    }
    return points;
  }

  /** Keeps, of the parts from `first` on, so many code points after those that are skipped. */
  slice(first: number, skipped: number, kept: number): void {
    let before = skipped;
    let left = kept;
    for (let index = first; index < this.count; index++) {
      const part = this.at(index);
      const { bytes, start, end, isAscii } = part;
      part.start = isAscii ? Math.min(end, start + before) : placeAfter(bytes, start, end, before);
      const length = end - start;
      if (part.start < end) before = 0;
      else before -= isAscii ? length : countPoints(bytes, start, end);
      const from = part.start;
      part.end = isAscii ? Math.min(end, from + left) : placeAfter(bytes, from, end, left);
      left -= isAscii ? part.end - from : countPoints(bytes, from, part.end);
    }
  }

  /** Drops so many bytes from the start. */
  skip(bytes: number): void {
    let left = bytes;
    for (let index = 0; index < this.count && left > 0; index++) {
      const part = this.at(index);
      const taken = Math.min(left, part.end - part.start);
      part.start += taken;
      left -= taken;
    }
  }

  /** Drops the spaces at the start and the end of the parts from `first` on. */
  trim(first: number): void {
    for (let index = first; index < this.count; index++) {
      const part = this.at(index);
      while (part.start < part.end && part.bytes[part.start] === SPACE) part.start++;
      if (part.start < part.end) break;
    }
    for (let index = this.count - 1; index >= first; index--) {
      const part = this.at(index);
      while (part.end > part.start && part.bytes[part.end - 1] === SPACE) part.end--;
      if (part.start < part.end) break;
    }
  }
}

/** Whether a text has no byte beyond ASCII at these places. */
export function isAsciiAt(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 0x7f) return false;
  return true;
}

function countPoints(bytes: Uint8Array, start: number, end: number): number {
  let points = 0;
  for (let at = start; at < end; at++) points += isFirstByte(bytes[at] as number) ? 1 : 0;
  return points;
}

/** The place that is so many code points after `start`, or `end` if there are fewer. */
function placeAfter(bytes: Uint8Array, start: number, end: number, points: number): number {
  let left = points;
  for (let at = start; at < end; at++) {
    if (isFirstByte(bytes[at] as number) && left-- <= 0) return at;
  }
  return end;
}

function isFirstByte(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/**
 * Orders two texts by their bytes, which is the order of code points: negative, zero or positive. If `b` is only a
 * prefix of `a`, the result is 1 and never more; it is more than 1 at a difference.
 */
export function compareParts(a: TextParts, b: TextParts): number {
  let i = 0;
  let j = 0;
  let x = 0;
  let y = 0;
  let left: Part | undefined;
  let right: Part | undefined;
  for (;;) {
    while (left === undefined || x === left.end) {
      if (i === a.count) return hasMore(b, right, y, j) ? -1 : 0;
      left = a.at(i++);
      x = left.start;
    }
    while (right === undefined || y === right.end) {
      if (j === b.count) return 1;
      right = b.at(j++);
      y = right.start;
    }
    const same = Math.min(left.end - x, right.end - y);
    const { bytes, fold } = left;
    const { bytes: others, fold: otherFold } = right;
    for (const end = x + same; x < end; x++, y++) {
      const byte = fold[bytes[x] as number] as number;
      const other = otherFold[others[y] as number] as number;
      if (byte !== other) return byte < other ? -2 : 2;
    }
  }
}

/** Whether bytes are left, in a part from a place on, or in those after it. */
function hasMore(text: TextParts, part: Part | undefined, at: number, next: number): boolean {
  if (part !== undefined && at < part.end) return true;
  for (let index = next; index < text.count; index++) {
    const { start, end } = text.at(index);
    if (start < end) return true;
  }
  return false;
}
