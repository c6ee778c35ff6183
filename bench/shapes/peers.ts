import type { ColumnModules } from "../isoform.ts";
import { measureAsync } from "../measure.ts";
import type { ShapesOptions } from "./bench.ts";
import { type DrawnShape, drawShapes } from "./draw.ts";
import { startDuckDb } from "./duckdb.ts";
import { type Held, hold } from "./held.ts";
import type { PeerFigures, PeerResult, PeerResults, Question, StartPeer } from "./peer.ts";
import { startPolars } from "./polars.ts";
import { makeTables } from "./tables.ts";

const PEERS: { readonly [name in keyof PeerResults]-?: StartPeer } = {
  duckdb: startDuckDb,
  polars: startPolars,
};

const SHAPES = 60;
/** Formulas drawn for each that DuckDB can decide. */
const DRAWN = 4;
const WARMUPS = 2;
const OURS = "columns";
const THEIRS = "the peer";

/**
 * Columns compared with peers, for random formulas that DuckDB can decide entirely, and those of them that polars can.
 * If one peer does not start, the formulas that the other can decide are measured.
 */
export async function benchPeers(
  modules: ColumnModules,
  { rows, rounds, seed }: ShapesOptions,
): Promise<PeerResults> {
  const tables = makeTables(rows, seed);
  const held = new Map(tables.map((table) => [table, hold(table, modules)]));
  const results: { -readonly [name in keyof PeerResults]: PeerResult } = {};
  let shapes = drawShapes(tables, SHAPES * DRAWN, seed);
  for (const name of ["duckdb", "polars"] as const) {
    const started = await PEERS[name](tables);
    if (!started.ok) {
      console.log(`${name} is left out: ${started.reason}\n`);
      continue;
    }
    const { engine: peer } = started;
    const decided: DrawnShape[] = [];
    const figures: PeerFigures[] = [];
    try {
      for (const shape of shapes) {
        const question = decided.length < SHAPES ? await peer.ask(shape) : undefined;
        if (question === undefined) continue;
        decided.push(shape);
        const own = held.get(shape.table) as Held;
        figures.push(await benchShape(modules, own, shape, question, rounds));
      }
    } finally {
      await peer.close();
    }
    results[name] = { version: peer.version, shapes: figures };
    shapes = decided;
  }
  return results;
}

async function benchShape(
  { isoform }: ColumnModules,
  { schema, columns }: Held,
  { source, table }: DrawnShape,
  question: Question,
  rounds: number,
): Promise<PeerFigures> {
  const formula = isoform.compileOrThrow(source, schema);
  const found = formula.select(columns);
  const theirs = question.rows?.() ?? found;
  if (theirs.length !== found.length || found.some((row, index) => row !== theirs[index])) {
    throw new Error(`a peer finds other rows: ${source}`);
  }
  const [units, expected] = [table.rows.length, found.length];
  const figures = await measureAsync(
    [
      { name: OURS, units, expected, run: () => formula.select(columns).length },
      { name: THEIRS, units, expected, run: () => question.count() },
    ],
    { rounds, warmups: WARMUPS, baseline: THEIRS },
  );
  const ratio = figures.find(({ name }) => name === OURS)?.ratio.median ?? Number.NaN;
  return { table: table.name, formula: source, columns: ratio };
}
