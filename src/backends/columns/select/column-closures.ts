import { type CoreNode, operandOf, operandsOf } from "../../../language/core/node.ts";
import { Closures } from "../../evaluation/closures.ts";
import type { Compute, Test } from "../../evaluation/compute.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { columnTestOf } from "../condition/column-test.ts";
import { glanceAtColumn, hasItem, hasSome } from "./read-column.ts";
import { bitsTest } from "./row-finder.ts";

/** Closures over the number of a row. */
export class ColumnClosures extends Closures<number> {
  readonly #layout: ColumnLayout;

  constructor(layout: ColumnLayout, ...roots: readonly CoreNode[]) {
    super(
      {
        read: (field) => glanceAtColumn(layout.column(field)),
        test: (condition) => quickTest(condition, layout),
      },
      ...roots,
    );
    this.#layout = layout;
  }

  override value(node: CoreNode): Compute<number> {
    const lookUp = this.#layout.lookUp(node);
    if (lookUp !== undefined) {
      const { codes } = lookUp.column;
      const values = lookUp.values as readonly Encoded[];
      return (row) => values[codes[row] as number] as Encoded;
    }
    if (node.op === "listLength") {
      const list = operandOf(node);
      const column = list.op === "field" ? this.#layout.column(list.data) : undefined;
      if (column?.kind === "lists") {
        const { offsets } = column;
        return (row) => (offsets[row + 1] as number) - (offsets[row] as number);
      }
    }
    return super.value(node);
  }
}

function quickTest(node: CoreNode, layout: ColumnLayout): Test<number> | undefined {
  const test = listTest(node, layout);
  if (test !== undefined) return test;
  const columnTest = columnTestOf(node, true, layout);
  if (columnTest === undefined) return undefined;
  if (columnTest.kind === "table") {
    const { codes, table } = columnTest;
    return (row) => table[codes[row] as number] === 1;
  }
  if (columnTest.kind === "bits") return bitsTest(columnTest);
  const { values, low, high, isInside } = columnTest;
  return (row) => {
    const value = values[row] as number;
    return (value >= low && value <= high) === isInside;
  };
}

/** The test of a list for constant items; `undefined` for other conditions. */
export function listTest(
  node: CoreNode,
  layout: ColumnLayout,
): ((row: number) => boolean) | undefined {
  if (node.op === "hasAny") {
    const list = operandOf(node);
    const column = list.op === "field" ? layout.column(list.data) : undefined;
    return column?.kind === "lists" ? hasSome(column, [...node.data].map(String)) : undefined;
  }
  if (node.op !== "has") return undefined;
  const [list, text] = operandsOf(node);
  if (list.op !== "field" || text.op !== "literal" || typeof text.data !== "string")
    return undefined;
  const column = layout.column(list.data);
  /* v8 ignore next -- the type of a field decides the kind of its column */
  if (column.kind !== "lists") return undefined;
  const code = column.codeOf(text.data);
  return code === undefined ? () => false : hasItem(column, code);
}
