import type { CoreNode } from "../../../language/core/node.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { CodeArguments } from "./code-arguments.ts";
import { ColumnWriter } from "./column-writer.ts";
import { type GivenSource, generated } from "./generated-code.ts";

/** Writes the encoded values of some rows: the rows of an array, or all from `first` on. */
export type ValueFill = (
  rows: Uint32Array | undefined,
  from: number,
  count: number,
  into: Float64Array | Encoded[],
) => void;

interface GeneratedFill {
  readonly some: (
    values: readonly unknown[],
    rows: Uint32Array,
    count: number,
    into: Float64Array | Encoded[],
  ) => void;
  readonly all: (
    values: readonly unknown[],
    from: number,
    count: number,
    into: Float64Array | Encoded[],
  ) => void;
}

/** A loop that computes an expression. The expression must not read the clock. */
export function generatedFill(root: CoreNode, layout: ColumnLayout): ValueFill {
  const handed = new CodeArguments();
  const { before, forRow, expression } = new ColumnWriter(layout, handed, root).encoded(root);
  const write = ({ given, kinds }: GivenSource): string => `"use strict";
return {
  some(values, rows, count, into) {
    ${given} ${before}
    for (let k = 0; k < count; k++) { const row = rows[k]; ${forRow} into[k] = ${expression}; }
  },
  all(values, from, count, into) {
    ${given} ${before}
    for (let k = 0; k < count; k++) { const row = from + k; ${forRow} into[k] = ${expression}; } // ${kinds} ${root.type}
  },
};`;
  const { some, all } = generated<GeneratedFill>(handed.values, write);
  return (rows, from, count, into) => {
    if (rows === undefined) all(handed.values, from, count, into);
    else some(handed.values, rows, count, into);
  };
}
