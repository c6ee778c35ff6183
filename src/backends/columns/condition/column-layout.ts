import { fold } from "../../../language/core/fold.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import { countUses } from "../../../language/core/uses.ts";
import { workOf } from "../../../language/core/work.ts";
import type { Field } from "../../../language/schema/field.ts";
import { Closures } from "../../evaluation/closures.ts";
import { Run } from "../../evaluation/compute.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { CodeColumn, Column } from "../storage/column.ts";

/** An expression that reads only one column of codes, tabulated by code. */
export interface LookUp {
  readonly column: CodeColumn;
  readonly values: Float64Array | readonly Encoded[];
}

/**
 * An expression is tabulated if there are at most this many codes, or at least 8 rows for each code. A custom function
 * without a price may be slow, so it is tabulated for few codes only.
 */
const FEW_TEXTS = 256;
const ROWS_A_TEXT = 8;

/** The maximum estimated time in nanoseconds to tabulate before the first row is tested. */
const MOST_WORK = 10_000_000;

/** The columns that a condition reads, and its expressions that are tabulated by code. */
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
    /* v8 ignore next -- the columns have all fields of the schema */
    if (column === undefined) throw new Error("a condition reads a column that does not exist");
    return column;
  }

  /**
   * The expression's values by code; `undefined` unless it reads only one column of codes and tabulating it pays off.
   */
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
      /* v8 ignore next -- the index is in range */
      const text = texts[code] ?? "";
      // A number is encoded as itself.
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
        /* v8 ignore next -- operands are visited before their node */
        const field = this.#soleFields.get(operand) ?? "none";
        if (field !== "none" && field !== sole) sole = sole === "none" ? field : "several";
      }
      return sole;
    });
  }
}

/** The fields of numbers and dates below a node whose columns have no blank. */
export function neverBlankIn(
  root: CoreNode,
  columnOf: (field: Field) => Column,
): ReadonlySet<Field> {
  const fields = new Set<Field>();
  for (const node of countUses(root).keys()) {
    if (node.op !== "field") continue;
    const column = columnOf(node.data);
    if (column.kind === "numbers" && !column.hasBlanks) fields.add(node.data);
  }
  return fields;
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

/** For each type of field, how a text of the dictionary becomes an encoded value. */
const BY_TEXT = {
  read: () => (text: string) => text,
  test: () => undefined,
};
