import { fold } from "../../../language/core/fold.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import { workOf } from "../../../language/core/work.ts";
import type { Field } from "../../../language/schema/field.ts";
import { Closures } from "../../evaluation/closures.ts";
import { Run } from "../../evaluation/compute.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { CodeColumn, Column } from "../storage/column.ts";

/** The values of an expression that reads only one column of codes, for each code. */
export interface LookUp {
  readonly column: CodeColumn;
  readonly values: Float64Array | readonly Encoded[];
}

/**
 * An expression is evaluated for each code if there are at most 256 codes, or at least 8 rows for each code. A custom
 * function without a price may be slow, so it is only evaluated for few codes in one go.
 */
const FEW_TEXTS = 256;
const ROWS_A_TEXT = 8;

/** The most nanoseconds, about, that may go into the values for codes before any row is tested. */
const MOST_WORK = 10_000_000;

/** The columns that a condition reads, and the values of its expressions for the codes of dictionaries. */
export class ColumnLayout {
  readonly length: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #soleFields = new Map<CoreNode, Field | "none" | "several">();
  readonly #lookUps = new Map<CoreNode, LookUp | undefined>();
  #workLeft = MOST_WORK;

  constructor(length: number, columns: ReadonlyMap<string, Column>) {
    this.length = length;
    this.#columns = columns;
  }

  column({ name }: Field): Column {
    const column = this.#columns.get(name);
    /* v8 ignore next -- the columns have the fields of the schema */
    if (column === undefined) throw new Error("a condition reads a column that does not exist");
    return column;
  }

  /** The expression's values by code; `undefined` unless it reads only one column of codes, and evaluating it pays. */
  lookUp(node: CoreNode): LookUp | undefined {
    if (node.op === "field" || !node.varies) return undefined;
    if (!this.#lookUps.has(node)) this.#lookUps.set(node, this.#tabulate(node));
    return this.#lookUps.get(node);
  }

  #tabulate(node: CoreNode): LookUp | undefined {
    const field = this.#soleField(node);
    if (typeof field === "string" || field.type !== "text") return undefined;
    const column = this.column(field);
    if (column.kind !== "codes") return undefined;
    const { size, texts } = column;
    if (size > Math.max(FEW_TEXTS, this.length / ROWS_A_TEXT)) return undefined;
    const { total, isPriced } = workOf([node], () => longestOf(column));
    const work = size * total;
    if (work > this.#workLeft || (size > FEW_TEXTS && !isPriced)) return undefined;
    this.#workLeft -= work;
    const compute = new Closures<string>(BY_TEXT, node).computing(node);
    const run = new Run(0);
    const isNumber = node.type === "number" || node.type === "date";
    const values = isNumber ? new Float64Array(size) : new Array<Encoded>(size);
    for (let code = 0; code < size; code++) {
      /* v8 ignore next -- the index is inside */
      const text = texts[code] ?? "";
      // A number's encoded value is a number.
      (values as Encoded[])[code] = compute(text, run.next());
    }
    return { column, values };
  }

  /** The only field that an expression reads. The clock counts as several fields. */
  #soleField(root: CoreNode): Field | "none" | "several" {
    return fold(root, this.#soleFields, (node) => {
      if (node.op === "field") return node.data;
      if (node.op === "now") return "several";
      let sole: Field | "none" | "several" = "none";
      for (const operand of node.operands) {
        /* v8 ignore next -- the operands are known */
        const field = this.#soleFields.get(operand) ?? "none";
        if (field !== "none" && field !== sole) sole = sole === "none" ? field : "several";
      }
      return sole;
    });
  }
}

const longestTexts = new WeakMap<CodeColumn, number>();

function longestOf(column: CodeColumn): number {
  let longest = longestTexts.get(column);
  if (longest === undefined) {
    longest = 0;
    for (let code = 0; code < column.size; code++) {
      /* v8 ignore next -- the code is below the size */
      longest = Math.max(longest, column.texts[code]?.length ?? 0);
    }
    longestTexts.set(column, longest);
  }
  return longest;
}

/** Reads a text as the value of every field. */
const BY_TEXT = {
  read: () => (text: string) => text,
  test: () => undefined,
};
