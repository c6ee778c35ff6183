import type { CoreNode } from "../../core/node.ts";
import { MAX_TEXT_BYTES } from "../../values/text/index.ts";
import { HEAD, headOfBytes } from "../storage/text-reader.ts";
import { utf8Of } from "../storage/utf8.ts";
import type { Layout } from "./layout.ts";
import { textsOf } from "./parts-of-text.ts";

/** The heads of a text, by row, as `TextReader.head` defines them. `NaN` if one is not known. */
interface Heads {
  readonly head: (row: number) => number;
  /** The number of bytes of the whole text. */
  readonly size: (row: number) => number;
}

/** The heads of a field, a constant, or texts that are joined; `undefined` for other texts. */
export function headOf(node: CoreNode, layout: Layout): Heads | undefined {
  switch (node.op) {
    case "literal":
      return ofConstant(String(node.data));
    case "field": {
      const column = layout.column(node.data);
      if (column.kind === "texts") return column.reader;
      /* v8 ignore next -- a field of texts has no other column */
      if (column.kind !== "codes") return undefined;
      const { codes } = column;
      const texts = textsOf(column);
      return {
        head: (row) => texts.head(codes[row] as number),
        size: (row) => texts.size(codes[row] as number),
      };
    }
    case "concat":
      return ofJoined(node, layout);
    default:
      return undefined;
  }
}

function ofConstant(text: string): Heads {
  const bytes = utf8Of(text);
  const head = headOfBytes(bytes, 0, bytes.length);
  return { head: () => head, size: () => bytes.length };
}

function ofJoined(node: CoreNode, layout: Layout): Heads | undefined {
  const texts: Heads[] = [];
  for (const operand of node.operands) {
    const text = headOf(operand, layout);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  const size = (row: number): number => {
    let whole = 0;
    for (const text of texts) whole += text.size(row);
    return whole;
  };
  return {
    size,
    head: (row) => {
      let head = 0;
      let filled = 0;
      for (const text of texts) {
        if (filled >= HEAD) break;
        const next = text.head(row);
        if (Number.isNaN(next)) return next;
        head += next >>> (8 * filled);
        filled += text.size(row);
      }
      // A text that is too long is an error.
      return size(row) <= MAX_TEXT_BYTES ? head : Number.NaN;
    },
  };
}
