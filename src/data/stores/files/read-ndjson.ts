import { dataError } from "./data-error.ts";
import { InvalidText } from "./invalid-text.ts";
import { LONGEST_RECORD } from "./raw-file.ts";
import type { ObjectStrings } from "./spelled-objects.ts";

/** The lines of a file with one JSON value in each. Blank lines are skipped. */
export async function* ndjsonTexts(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncIterable<ObjectStrings> {
  /** The number of lines read. */
  let line = 0;
  /** The incomplete last line. */
  let open = "";
  try {
    for await (const chunk of chunks) {
      if (!chunk.includes("\n")) {
        open += chunk;
        if (open.length > LONGEST_RECORD) {
          throw dataError(name, ["line", line + 1], "the line is longer than 64 MB");
        }
        continue;
      }
      const source = open + chunk;
      const lines = source.split("\n");
      open = lines.pop() ?? "";
      yield { ...textsOf(lines, line), source };
      line += lines.length;
    }
  } catch (error) {
    if (error instanceof InvalidText) throw dataError(name, ["line", line + 1], error.message);
    throw error;
  }
  yield textsOf([open], line);
}

/** @param before the number of lines before these */
function textsOf(lines: readonly string[], before: number): ObjectStrings {
  const texts: string[] = [];
  const positions: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^[ \t\r]*$/.test(line)) continue;
    texts.push(line);
    positions.push(before + index + 1);
  }
  return { texts, positions };
}
