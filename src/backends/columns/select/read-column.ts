import type { Compute } from "../../evaluation/compute.ts";
import type { Column, ListColumn } from "../storage/column.ts";

/** Returns a function that reads the encoded value of a row. */
export function readColumn(column: Column): Compute<number> {
  switch (column.kind) {
    case "numbers": {
      const { values } = column;
      return (row) => values[row] as number;
    }
    case "flags": {
      const { values } = column;
      return (row) => values[row] === 1;
    }
    case "codes": {
      const { codes, texts } = column;
      return (row) => texts[codes[row] as number] as string;
    }
    case "texts": {
      const { reader } = column;
      return (row) => reader.at(row);
    }
    case "lists":
      return (row) => listAt(column, row);
  }
}

/** Like `readColumn`, for values that are used at once and not stored: a long text then need not be copied. */
export function glanceAtColumn(column: Column): Compute<number> {
  if (column.kind !== "texts") return readColumn(column);
  const { reader } = column;
  return (row) => reader.glance(row);
}

export function listAt({ offsets, codes, texts }: ListColumn, row: number): readonly string[] {
  const begin = offsets[row] as number;
  const list = new Array<string>((offsets[row + 1] as number) - begin);
  for (let index = 0; index < list.length; index++) {
    list[index] = texts[codes[begin + index] as number] as string;
  }
  return list;
}

/** Returns a test for whether a row's list has the item with a code. */
export function hasItem({ offsets, codes }: ListColumn, code: number): (row: number) => boolean {
  return (row) => {
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at++) if (codes[at] === code) return true;
    return false;
  };
}

/** Returns a test for whether a row's list has an item that is marked in a table of codes. */
export function hasSome(
  { offsets, codes, size, codeOf }: ListColumn,
  items: readonly string[],
): (row: number) => boolean {
  const table = new Uint8Array(size);
  for (const item of items) {
    const code = codeOf(item);
    if (code !== undefined) table[code] = 1;
  }
  return (row) => {
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at++) {
      if (table[codes[at] as number] === 1) return true;
    }
    return false;
  };
}
