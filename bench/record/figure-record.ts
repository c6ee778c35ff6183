import { readFileSync, writeFileSync } from "node:fs";

/** A measured figure for a page. */
export interface NewFigure {
  /** A path that begins with the name of the benchmark: `rows/F1/isoform`. */
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  /** The version of the measured engine. */
  readonly version?: string;
}

/** Where and when figures were measured. */
export interface Origin {
  /** The measured commit, abbreviated. */
  readonly commit: string;
  /** The day, in ISO 8601. */
  readonly date: string;
  readonly machine: string;
}

/** A line of the record. */
export interface Figure extends NewFigure, Origin {}

const FILE = new URL("../results/figures.ndjson", import.meta.url);

/** All figures of pages and charts, each with the measured commit. */
export class FigureRecord {
  readonly figures: readonly Figure[];
  readonly #byId: ReadonlyMap<string, Figure>;

  constructor(figures: readonly Figure[]) {
    this.figures = figures;
    this.#byId = new Map(figures.map((figure) => [figure.id, figure]));
  }

  static read(): FigureRecord {
    const lines = readFileSync(FILE, "utf8").split("\n");
    return new FigureRecord(lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
  }

  write(): void {
    writeFileSync(FILE, this.figures.map((figure) => `${JSON.stringify(figure)}\n`).join(""));
  }

  /** The record with new figures for a benchmark. */
  withPart(part: string, measured: readonly NewFigure[], origin: Origin): FigureRecord {
    const isOther = ({ id }: Figure): boolean => !id.startsWith(`${part}/`);
    const rounded = measured.map((figure) => ({ ...figure, value: fourDigits(figure.value) }));
    const added = rounded.map((figure) => ({ ...figure, ...origin }));
    return new FigureRecord([...this.figures.filter(isOther), ...added]);
  }

  value(id: string): number {
    const value = this.find(id);
    if (value === undefined) throw new RangeError(`the record has no figure \`${id}\``);
    return value;
  }

  find(id: string): number | undefined {
    return this.#byId.get(id)?.value;
  }

  versionOf(id: string): string | undefined {
    return this.#byId.get(id)?.version;
  }

  /** The next path segments after a prefix in the ids, in the order of the record. */
  namesUnder(prefix: string): readonly string[] {
    return this.figures.flatMap(({ id }) =>
      id.startsWith(prefix) ? [id.slice(prefix.length)] : [],
    );
  }

  /** The commits, dates and machines of some benchmarks; one sentence for each. */
  origins(...parts: readonly string[]): string {
    const found = new Map<string, Set<string>>();
    for (const { id, commit, date, machine } of this.figures) {
      const part = id.slice(0, id.indexOf("/"));
      if (!parts.includes(part)) continue;
      const origin = `measured at commit ${commit} on ${date}, on ${machine}`;
      found.set(origin, (found.get(origin) ?? new Set()).add(part));
    }
    const sentences = [...found].map(([origin, of]) =>
      found.size === 1
        ? `${origin[0]?.toUpperCase()}${origin.slice(1)}.`
        : `${[...of].join(", ")}: ${origin}.`,
    );
    return sentences.join(" ");
  }
}

/** Digits beyond the fourth are noise, and would change with every run. */
function fourDigits(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
