import { fold } from "../../../language/core/fold.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import { countUses } from "../../../language/core/uses.ts";
import { workOf } from "../../../language/core/work.ts";
import type { Field } from "../../../language/schema/field.ts";
import { allSteps, type Steps } from "../../../util/steps.ts";
import { Closures } from "../../evaluation/closures.ts";
import { Run } from "../../evaluation/compute.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { CodeColumn, Column, ListColumn } from "../storage/column.ts";
import type { RowSubset } from "./row-subset.ts";

/** An expression that reads only one column of codes, tabulated by code. */
export interface LookUp {
  readonly column: CodeColumn;
  readonly values: Float64Array | readonly Encoded[];
  /** The codes that have a value; all unless given. */
  readonly used: Uint32Array | undefined;
}

/**
 * An expression is tabulated if there are at most this many codes, or at least 8 rows for each code. A custom function
 * without a price may be slow, so it is tabulated for few codes only.
 */
const FEW_TEXTS = 256;
const ROWS_A_TEXT = 8;
/** The estimated time for an entry of a table that remains empty, in nanoseconds. It also limits the memory of tables. */
const EMPTY_ENTRY = 20;

/** With more codes than this, filling a table for all of them takes longer than most searches. */
export const MOST_COMPARED = 65_536;

/** The maximum estimated time in nanoseconds to tabulate before the first row is tested. */
const MOST_WORK = 10_000_000;

/** The columns that a condition reads, and its expressions that are tabulated by code. */
export class ColumnLayout {
  readonly length: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #within: RowSubset | undefined;
  readonly #soleFields = new Map<CoreNode, Field | "none" | "several">();
  readonly #lookUps = new Map<CoreNode, LookUp | undefined>();
  #workLeft = MOST_WORK;

  /** @param within the only rows that are read; all unless given */
  constructor(length: number, columns: ReadonlyMap<string, Column>, within?: RowSubset) {
    this.length = length;
    this.#columns = columns;
    this.#within = within;
  }

  column({ name }: Field): Column {
    const column = this.#columns.get(name);
    /* v8 ignore next -- the columns have all fields of the schema */
    if (column === undefined) throw new Error("a condition reads a column that does not exist");
    return column;
  }

  /** The codes that occur in the rows that are read, in order of appearance; `undefined` if all rows are read. */
  *codesOf(column: CodeColumn | ListColumn): Steps<Uint32Array | undefined> {
    return this.#within && (yield* this.#within.codesOf(column));
  }

  /**
   * Tabulates in steps what `lookUp` returns for a node or for nodes below it. Only this tabulates custom functions
   * without a price, whose calls may take long.
   */
  *tabulating(root: CoreNode): Steps {
    const nodes = new Set([root]);
    for (const node of nodes) {
      if (node.op === "field" || !node.varies || this.#comparesCodes(node)) continue;
      if (node.op !== "not" && !this.#lookUps.has(node)) {
        this.#lookUps.set(node, yield* this.#tabulate(node, FEW_TEXTS));
      }
      if (this.#lookUps.get(node) !== undefined) continue;
      for (const operand of node.operands) nodes.add(operand);
    }
  }

  /** Whether a condition compares a text with constants, which needs a table of its codes only. */
  #comparesCodes({ op, operands: [text, other] }: CoreNode): boolean {
    if (text?.op !== "field" || (op !== "among" && (op !== "equal" || other?.op !== "literal"))) {
      return false;
    }
    const column = this.column(text.data);
    return column.kind === "codes" && column.size <= MOST_COMPARED;
  }

  /**
   * The expression's values by code; `undefined` unless it reads only one column of codes and tabulating it pays off.
   */
  lookUp(node: CoreNode): LookUp | undefined {
    if (node.op === "field" || !node.varies) return undefined;
    if (!this.#lookUps.has(node)) this.#lookUps.set(node, allSteps(this.#tabulate(node, 0)));
    return this.#lookUps.get(node);
  }

  /** @param mostUnpriced the most codes for which an expression with a custom function without a price is tabulated */
  *#tabulate(node: CoreNode, mostUnpriced: number): Steps<LookUp | undefined> {
    const field = this.#soleField(node);
    if (typeof field === "string" || field.type !== "text") return undefined;
    const column = this.column(field);
    if (column.kind !== "codes") return undefined;
    const { size, texts } = column;
    const within = this.#within;
    const most = Math.max(FEW_TEXTS, (within?.mask.count ?? this.length) / ROWS_A_TEXT);
    const used = within && (yield* within.fewCodesOf(column, most));
    const count = within === undefined ? size : (used?.length ?? Number.POSITIVE_INFINITY);
    if (count > most) return undefined;
    const { total, isPriced } = workOf([node], () => longestOf(column, used));
    const work = count * total + (size - count) * EMPTY_ENTRY;
    if (work > this.#workLeft || (count > mostUnpriced && !isPriced)) return undefined;
    this.#workLeft -= work;
    const compute = new Closures<string>(BY_TEXT, node).computing(node);
    const run = new Run(0);
    const isNumber = node.type === "number" || node.type === "date";
    const values = isNumber ? new Float64Array(size) : new Array<Encoded>(size);
    for (let index = 0; index < count; index++) {
      const code = used === undefined ? index : (used[index] as number);
      /* v8 ignore next -- the code is below the size */
      const text = texts[code] ?? "";
      // A number is encoded as itself.
      (values as Encoded[])[code] = compute(text, run.next());
      if (!isPriced) yield;
    }
    return { column, values, used };
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

/** By column, or by the codes that are used of it. */
const longestTexts = new WeakMap<CodeColumn | Uint32Array, number>();

function longestOf(column: CodeColumn, used: Uint32Array | undefined): number {
  let longest = longestTexts.get(used ?? column);
  if (longest === undefined) {
    longest = 0;
    const count = used?.length ?? column.size;
    for (let index = 0; index < count; index++) {
      const code = used === undefined ? index : (used[index] as number);
      /* v8 ignore next -- the code is below the size */
      longest = Math.max(longest, column.texts[code]?.length ?? 0);
    }
    longestTexts.set(used ?? column, longest);
  }
  return longest;
}

/** For each type of field, how a text of the dictionary becomes an encoded value. */
const BY_TEXT = {
  read: () => (text: string) => text,
  test: () => undefined,
};
