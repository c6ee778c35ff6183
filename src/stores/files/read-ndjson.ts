import { Buffer } from "node:buffer";
import type { Bytes } from "./bytes.ts";
import { dataError } from "./data-error.ts";
import type { JsonTexts } from "./json-texts.ts";
import { MAX_RECORD_BYTES } from "./raw-records.ts";
import { TextCutter } from "./text-cutter.ts";
import { InvalidUtf8, utf8Pieces } from "./utf8.ts";

const NEW_LINE = 0x0a;

/** The lines of a file with one JSON value in each; lines that hold nothing are passed over. */
export async function* readNdjson(
  bytes: Bytes,
  name: string,
  areOwn: boolean,
): AsyncIterable<JsonTexts> {
  /** How many lines are done with. */
  let line = 0;
  let open: Buffer[] = [];
  let openLength = 0;
  try {
    for await (const piece of utf8Pieces(bytes)) {
      const end = piece.lastIndexOf(NEW_LINE);
      if (end < 0) {
        open.push(piece);
        openLength += piece.length;
        if (openLength > MAX_RECORD_BYTES) {
          throw dataError(name, ["line", line + 1], "the line is longer than 64 MB");
        }
        continue;
      }
      open.push(piece.subarray(0, end));
      const { texts, count } = linesOf(open, line, areOwn);
      open = [piece.subarray(end + 1)];
      openLength = piece.length - end - 1;
      line += count;
      if (texts.places.length > 0) yield texts;
    }
  } catch (error) {
    if (error instanceof InvalidUtf8) throw dataError(name, ["line", line + 1], error.message);
    throw error;
  }
  const { texts } = linesOf(open, line, areOwn);
  if (texts.places.length > 0) yield texts;
}

/** The lines of some pieces, the last of which is whole, and how many there are with those that hold nothing. */
function linesOf(
  pieces: readonly Buffer[],
  before: number,
  areOwn: boolean,
): { readonly texts: JsonTexts; readonly count: number } {
  const [only] = pieces;
  const bytes = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  const cutter = new TextCutter(bytes, areOwn);
  const { characters } = cutter;
  const starts: number[] = [];
  const ends: number[] = [];
  const places: number[] = [];
  let count = 0;
  for (let start = 0; start <= characters.length; count++) {
    const found = characters.indexOf("\n", start);
    const end = found < 0 ? characters.length : found;
    if (!isBlank(characters, start, end)) {
      starts.push(start);
      ends.push(end);
      places.push(before + count + 1);
    }
    start = end + 1;
  }
  return { texts: { cutter, starts, ends, places }, count };
}

function isBlank(characters: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = characters.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
