import { internals } from "../../src/language/core/compiled.ts";
import { start } from "../../test/engines/engine.ts";
import { ROW } from "../engines/car-columns.ts";
import { loadPolars } from "../engines/load-polars.ts";
import type { StartPeer } from "./peer.ts";
import { type Expression, type PolarsWords, PolarsWriter } from "./polars-writer.ts";
import type { Table } from "./tables.ts";

type Type = object;

interface LazyFrame {
  filter(condition: Expression): LazyFrame;
  select(...columns: readonly Expression[]): LazyFrame;
  collectSync(): { getColumn(name: string): Series };
}

interface Series {
  get(index: number): unknown;
  toTypedArray(): Int32Array;
}

interface Polars extends PolarsWords {
  readonly Int32: Type;
  readonly Float64: Type;
  readonly Bool: Type;
  readonly String: Type;
  List(inner: Type): Type;
  Datetime(unit: "ms"): Type;
  readonly version: string;
  Series(name: string, values: ArrayLike<unknown>, type: Type): Series;
  DataFrame(columns: readonly Series[]): { lazy(): LazyFrame };
}

const COUNT = "count";

export const startPolars: StartPeer = (tables) =>
  start("polars", async () => {
    const library = await loadPolars<Polars>();
    const frames = new Map(tables.map((table) => [table.name, frameOf(table, library)]));
    return {
      version: library.version,
      ask: async ({ table, formula }) => {
        const condition = internals(formula).condition;
        const frame = frames.get(table.name);
        const holds = new PolarsWriter(library).condition(condition);
        if (frame === undefined || holds === undefined) return;
        const count = frame.select(holds.sum().as(COUNT));
        const rows = frame.filter(holds).select(library.col(ROW));
        return {
          count: () => Number(count.collectSync().getColumn(COUNT).get(0)),
          rows: () => rows.collectSync().getColumn(ROW).toTypedArray(),
        };
      },
      close: async () => undefined,
    };
  });

/** A lazy frame, which only reads the columns of the condition. A blank text is `""`, as in formulas. */
function frameOf({ rows, schema }: Table, library: Polars): LazyFrame {
  const types = {
    text: library.String,
    number: library.Float64,
    boolean: library.Bool,
    date: library.Datetime("ms"),
    list: library.List(library.String),
  } as const;
  const blanks = { text: "", number: null, boolean: false, date: null, list: [] } as const;
  const numbers = library.Series(
    ROW,
    Int32Array.from(rows, (_, index) => index),
    library.Int32,
  );
  const columns = [...schema.fields.values()].map(({ name, type }) =>
    library.Series(
      name,
      rows.map((row) => row[name] ?? blanks[type]),
      types[type],
    ),
  );
  return library.DataFrame([numbers, ...columns]).lazy();
}
