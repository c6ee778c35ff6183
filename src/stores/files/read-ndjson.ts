import { Buffer } from "node:buffer";
import type { Bytes } from "./bytes.ts";
import { dataError, reasonOf } from "./data-error.ts";
import { MAX_RECORD_BYTES, type RawBatch } from "./raw-records.ts";
import { InvalidUtf8, utf8Pieces } from "./utf8.ts";

const NEW_LINE = 0x0a;

/** The values of a file with one JSON value in a line; lines that hold nothing are passed over. */
export async function* readNdjson(bytes: Bytes, name: string): AsyncIterable<RawBatch> {
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
      const lines = textOf(open).split("\n");
      open = [piece.subarray(end + 1)];
      openLength = piece.length - end - 1;
      const batch = parseLines(lines, line, name);
      line += lines.length;
      if (batch.rows.length > 0) yield batch;
    }
  } catch (error) {
    if (error instanceof InvalidUtf8) throw dataError(name, ["line", line + 1], error.message);
    throw error;
  }
  const batch = parseLines([textOf(open)], line, name);
  if (batch.rows.length > 0) yield batch;
}

function textOf(pieces: readonly Buffer[]): string {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined
    ? only.toString()
    : Buffer.concat(pieces).toString();
}

const BLANK_LINE = /^[ \t\r]*$/;

function parseLines(lines: readonly string[], before: number, name: string): RawBatch {
  const rows: unknown[] = [];
  const places: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (BLANK_LINE.test(line)) continue;
    const place = before + index + 1;
    try {
      rows.push(JSON.parse(line));
    } catch (error) {
      throw dataError(name, ["line", place], `this is no JSON: ${reasonOf(error)}`, error);
    }
    places.push(place);
  }
  return { rows, places };
}
