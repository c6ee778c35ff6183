import { compile, type Formula } from "../../src/index.ts";
import { children, type Expression, parse } from "../../src/language/syntax/index.ts";
import { filterFormula } from "../../test/generate/filter.ts";
import { anyFormula } from "../../test/generate/formula.ts";
import { randomBytes } from "../../test/generate/random.ts";
import { Tape } from "../../test/generate/tape.ts";
import { seededRandom } from "../random.ts";
import type { Row, Table } from "./tables.ts";
import { shareKept } from "./weights.ts";

const TAPE_BYTES = 400;
const LONGEST = 500;
const SAMPLE = 2000;

export interface DrawnShape {
  readonly source: string;
  readonly table: Table;
  /** The formula compiled from the sources, for the reference evaluator. */
  readonly formula: Formula<Row>;
}

/**
 * Random formulas from the generators of the tests: most of them are typical filters, and a quarter is nested
 * arbitrarily. Each matches some rows of its table but not all, since constant conditions cost columns nothing.
 */
export function drawShapes(
  tables: readonly Table[],
  count: number,
  seed: number,
): readonly DrawnShape[] {
  const random = seededRandom(seed);
  const shapes = new Map<string, DrawnShape>();
  const samples = new Map(tables.map((table) => [table, sampleOf(table.rows)]));
  while (shapes.size < count) {
    const table = tables[shapes.size % tables.length] as Table;
    const tape = new Tape(randomBytes(random(2 ** 32), TAPE_BYTES), table.subject);
    const source = random(4) === 0 ? anyFormula(tape, 3) : filterFormula(tape, random(3));
    const share = random(1000) / 1000;
    if (source.length > LONGEST || shapes.has(source) || shareKept(functionsIn(source)) <= share) {
      continue;
    }
    const result = compile(source, table.schema);
    if (!result.ok) continue;
    const sample = samples.get(table) ?? [];
    const matched = result.formula.filter(sample).length;
    if (matched === 0 || matched === sample.length) continue;
    shapes.set(source, { source, table, formula: result.formula });
  }
  return [...shapes.values()];
}

function sampleOf(rows: readonly Row[]): readonly Row[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  return rows.filter((_, index) => index % step === 0);
}

function functionsIn(source: string): ReadonlySet<string> {
  const parsed = parse(source);
  const names = new Set<string>();
  if (parsed.ok) collect(parsed.ast.root, names);
  return names;
}

function collect(node: Expression, into: Set<string>): void {
  if (node.kind === "call") into.add(node.name.toUpperCase());
  for (const child of children(node)) collect(child, into);
}
