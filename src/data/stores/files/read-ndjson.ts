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
      const end = source.lastIndexOf("\n");
      const { lines, ...texts } = textsOf(source.slice(0, end), line);
      yield { ...texts, source };
      open = source.slice(end + 1);
      line += lines;
    }
  } catch (error) {
    if (error instanceof InvalidText) throw dataError(name, ["line", line + 1], error.message);
    throw error;
  }
  yield textsOf(open, line);
}

/**
 * The lines of a text, of which a short compressed file may have millions that are empty.
 *
 * @param before the number of lines before these
 */
function textsOf(source: string, before: number): ObjectStrings & { readonly lines: number } {
  const texts: string[] = [];
  const positions: number[] = [];
  let lines = 0;
  for (let at = 0; at <= source.length; lines++) {
    const next = source.indexOf("\n", at);
    const end = next < 0 ? source.length : next;
    const line = source.slice(at, end);
    if (line !== "" && !/^[ \t\r]*$/.test(line)) {
      texts.push(line);
      positions.push(before + lines + 1);
    }
    at = end + 1;
  }
  return { texts, positions, lines };
}
