import { type CoreNode, operandOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";
import { finderByRow, type RowFinder } from "./row-finder.ts";

/** The texts of one length, in bytes, by their last bytes: texts often begin alike. */
type ByEnd = ReadonlyMap<number, readonly Uint8Array[]>;

/** So many of the last bytes tell texts apart before they are compared as a whole. */
const END = 4;

/**
 * Finds the rows whose texts are among some constants, or are not, by the bytes of a field that has no codes; `undefined`
 * for other conditions.
 */
export function amongFinder(node: CoreNode, layout: Layout): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  if (condition.op !== "among") return undefined;
  const text = operandOf(condition);
  const column = text.op === "field" ? layout.column(text.data) : undefined;
  if (column?.kind !== "texts") return undefined;
  const { blocks } = column;
  const byLength = textsByLength([...condition.data].map(String));
  return finderByRow((row) => {
    const { bytes, starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    const start = starts[place] as number;
    const end = starts[place + 1] as number;
    const texts = byLength[end - start]?.get(endOf(bytes, start, end));
    return (texts?.some((one) => isAt(one, bytes, start)) ?? false) === wanted;
  });
}

function textsByLength(texts: readonly string[]): readonly (ByEnd | undefined)[] {
  const byLength: (Map<number, Uint8Array[]> | undefined)[] = [];
  for (const bytes of texts.map(utf8Of)) {
    const byEnd = byLength[bytes.length] ?? new Map<number, Uint8Array[]>();
    byLength[bytes.length] = byEnd;
    const key = endOf(bytes, 0, bytes.length);
    byEnd.set(key, [...(byEnd.get(key) ?? []), bytes]);
  }
  return byLength;
}

function endOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = Math.max(start, end - END); at < end; at++)
    key = (key << 8) | (bytes[at] as number);
  return key;
}

function isAt(text: Uint8Array, bytes: Uint8Array, start: number): boolean {
  return text.every((byte, index) => bytes[start + index] === byte);
}
