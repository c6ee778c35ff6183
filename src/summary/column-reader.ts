import { Layout } from "../columns/condition/layout.ts";
import { ColumnClosures } from "../columns/select/column-closures.ts";
import type { ColumnsSnapshot } from "../columns/snapshot.ts";
import type { Column, ListColumn } from "../columns/storage/column.ts";
import type { Codes } from "../columns/storage/dictionary.ts";
import { COMPILE } from "../core/compiled.ts";
import { usesClock } from "../core/uses.ts";
import { Run } from "../in-memory/compute.ts";
import type { Encoded } from "../in-memory/encoding.ts";
import { ElementKeys, type Elements } from "./groups/element-keys.ts";
import { type Fill, type Keys, ValueKeys } from "./groups/keys.ts";
import type { SummaryPlan, SummaryValue } from "./plan.ts";
import type { SummaryReader } from "./summarizer.ts";

/** Rows of columns: those of an array, or all from one on. */
export interface ColumnRows {
  readonly rows: Uint32Array | undefined;
  readonly from: number;
}

/** Reads the expressions of a plan from columns. */
export function columnReader(
  { keys, measures }: SummaryPlan,
  snapshot: ColumnsSnapshot,
): SummaryReader<ColumnRows> {
  const columns = new Map(
    [...snapshot.schema.fields.keys()].flatMap((name) => {
      const column = snapshot.column(name);
      return column === undefined ? [] : [[name, column] as const];
    }),
  );
  const layout = new Layout(snapshot.length, columns);
  return {
    keys: keys.map((key) => {
      const { elements, formula } = key;
      const list = elements && columns.get(formula.fields[0] ?? "");
      return elements !== undefined && list?.kind === "lists"
        ? new ElementKeys(columnElements(list), elements)
        : keysOf(key, layout);
    }),
    fills: measures.map(({ value }) => value && fillOf(value, layout)),
  };
}

/** The codes of elements are their numbers. */
function columnElements({ offsets, codes, texts, size }: ListColumn): Elements<ColumnRows> {
  return {
    bytes: 0,
    size,
    of: ({ rows, from }, index) => {
      const row = rows === undefined ? from + index : (rows[index] as number);
      return codes.subarray(offsets[row], offsets[row + 1]);
    },
    textOf: (code) => texts[code] ?? "",
    repeated: ({ rows, from }, places) => ({
      rows: places.map((place) => (rows === undefined ? from + place : (rows[place] as number))),
      from: 0,
    }),
  };
}

function keysOf(key: SummaryValue, layout: Layout): Keys<ColumnRows> {
  const column = key.field === undefined ? undefined : layout.column(key.field);
  if (column?.kind === "codes") {
    const { codes, texts, size } = column;
    return { size, bytes: 0, number: codeFill(codes), valueOf: (code) => texts[code] ?? "" };
  }
  if (column?.kind === "flags") {
    return { size: 2, bytes: 0, number: codeFill(column.values), valueOf: (flag) => flag === 1 };
  }
  return new ValueKeys(key.type, fillOf(key, layout));
}

function codeFill(codes: Codes): Keys<ColumnRows>["number"] {
  return ({ rows, from }, count, into) => {
    if (rows === undefined) into.set(codes.subarray(from, from + count));
    else
      for (let index = 0; index < count; index++)
        into[index] = codes[rows[index] as number] as number;
  };
}

function fillOf({ formula, field }: SummaryValue, layout: Layout): Fill<ColumnRows> {
  const column = field === undefined ? undefined : layout.column(field);
  if (column?.kind === "numbers") return numberFill(column);
  return formula.to<undefined, Fill<ColumnRows>>({
    [COMPILE]: ({ root, now }) => {
      const compute = new ColumnClosures(layout, root).computing(root);
      const run = new Run(usesClock(root) ? now() : 0);
      return ({ rows, from }, count, into) => {
        for (let index = 0; index < count; index++) {
          const row = rows === undefined ? from + index : (rows[index] as number);
          (into as Encoded[])[index] = compute(row, run.next());
        }
      };
    },
  });
}

function numberFill({ values }: Extract<Column, { kind: "numbers" }>): Fill<ColumnRows> {
  return ({ rows, from }, count, into) => {
    const numbers = into as Float64Array;
    if (rows === undefined) numbers.set(values.subarray(from, from + count));
    else
      for (let index = 0; index < count; index++)
        numbers[index] = values[rows[index] as number] as number;
  };
}
