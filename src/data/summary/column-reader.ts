import type { ColumnTable } from "../../backends/columns/column-table.ts";
import { ColumnLayout } from "../../backends/columns/condition/column-layout.ts";
import type { RowSubset } from "../../backends/columns/condition/row-subset.ts";
import type { ColumnStrategy } from "../../backends/columns/select/tier.ts";
import { valueFill } from "../../backends/columns/select/value-fill.ts";
import type { ListColumn } from "../../backends/columns/storage/column.ts";
import { internals } from "../../language/core/compiled.ts";
import type { CoreNode } from "../../language/core/node.ts";
import type { Steps } from "../../util/steps.ts";
import {
  type ColumnRows,
  codeKeys,
  flagKeys,
  identityFill,
  lookUpKeys,
  numbersOf,
} from "./column-keys.ts";
import { ElementKeys, type ListElements } from "./groups/element-keys.ts";
import { type Fill, type GroupKeys, valueKeys } from "./groups/group-keys.ts";
import type { Reading, SummaryReader } from "./summarizer.ts";
import type { SummaryMeasure, SummaryPlan, SummaryValue } from "./summary-plan.ts";

export type { ColumnRows } from "./column-keys.ts";

interface Source {
  readonly layout: ColumnLayout;
  readonly strategy: ColumnStrategy;
}

/**
 * Returns the reader of a plan's expressions for columns, in steps.
 *
 * @param within the only rows to be read; all unless given
 */
export function* columnReader(
  { keys, measures }: SummaryPlan,
  table: ColumnTable,
  within?: RowSubset,
): Steps<SummaryReader<ColumnRows>> {
  const columns = new Map(
    [...table.schema.stored.keys()].flatMap((name) => {
      const column = table.column(name);
      /* v8 ignore next -- the columns have the fields of the schema */
      return column === undefined ? [] : [[name, column] as const];
    }),
  );
  const layout = new ColumnLayout(table.length, columns, within);
  const source = { layout, strategy: table.strategy };
  const read: GroupKeys<ColumnRows>[] = [];
  for (const key of keys) {
    const { elements, formula } = key;
    /* v8 ignore next -- the formula of a list whose elements are keys is a field */
    const list = elements && columns.get(formula.fields[0] ?? "");
    read.push(
      elements !== undefined && list?.kind === "lists"
        ? new ElementKeys(columnElements(list, yield* layout.codesOf(list)), elements)
        : yield* keysOf(key, source),
    );
  }
  const readings: (Reading<ColumnRows> | undefined)[] = [];
  for (const measure of measures) readings.push(yield* readingOf(measure, source));
  return { keys: read, readings };
}

/** List elements are numbered by their codes, or by the positions of the codes among those that are used. */
function columnElements(
  { offsets, codes, texts, size }: ListColumn,
  used: Uint32Array | undefined,
): ListElements<ColumnRows> {
  return {
    numbers: used && numbersOf(used, size),
    bytes: 0,
    size: used?.length ?? size,
    of: ({ rows, from }, index) => {
      const row = rows === undefined ? from + index : (rows[index] as number);
      return codes.subarray(offsets[row], offsets[row + 1]);
    },
    /* v8 ignore next -- the index is inside */
    textOf: (number) => texts[used === undefined ? number : (used[number] as number)] ?? "",
    repeated: ({ rows, from }, indexes) => ({
      rows: indexes.map((index) => (rows === undefined ? from + index : (rows[index] as number))),
      from: 0,
    }),
  };
}

function* keysOf(key: SummaryValue, source: Source): Steps<GroupKeys<ColumnRows>> {
  const { layout } = source;
  const column = key.field === undefined ? undefined : layout.column(key.field);
  if (column?.kind === "codes") return codeKeys(column, yield* layout.codesOf(column));
  if (column?.kind === "flags") return flagKeys(column);
  yield* layout.tabulating(rootOf(key));
  const lookUp = layout.lookUp(rootOf(key));
  if (lookUp !== undefined) return lookUpKeys(key.type, lookUp);
  return valueKeys(key.type, yield* fillOf(key, source));
}

function* readingOf(
  { measure, value }: SummaryMeasure,
  source: Source,
): Steps<Reading<ColumnRows> | undefined> {
  if (value === undefined) return undefined;
  const { layout } = source;
  const { type, field } = value;
  if (type === "text" && (measure === "countDistinct" || measure === "countBlank")) {
    // Counting texts needs only their identity.
    yield* layout.tabulating(rootOf(value));
    const column = field === undefined ? undefined : layout.column(field);
    const known =
      column?.kind === "codes"
        ? { column, values: column.texts, used: yield* layout.codesOf(column) }
        : layout.lookUp(rootOf(value));
    if (known !== undefined) return { fill: identityFill(known), type: "number" };
  }
  return { fill: yield* fillOf(value, source), type };
}

function rootOf({ formula }: SummaryValue): CoreNode {
  return internals(formula).root;
}

function* fillOf(
  { formula, field }: SummaryValue,
  { layout, strategy }: Source,
): Steps<Fill<ColumnRows>> {
  const column = field === undefined ? undefined : layout.column(field);
  if (column?.kind === "numbers") return numberFill(column.values);
  const fill = yield* valueFill(internals(formula), layout, strategy);
  return ({ rows, from }, count, into) => fill(rows, from, count, into);
}

function numberFill(values: Float64Array | Float32Array): Fill<ColumnRows> {
  return ({ rows, from }, count, into) => {
    const numbers = into as Float64Array;
    if (rows === undefined) numbers.set(values.subarray(from, from + count));
    else {
      for (let index = 0; index < count; index++) {
        numbers[index] = values[rows[index] as number] as number;
      }
    }
  };
}
