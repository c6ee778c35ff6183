import { fx, isErrorValue, field as named } from "../../../engine/index.ts";
import { type Field, isComputed, type Schema } from "../../../language/schema/index.ts";
import { binFormula } from "./bin-formula.ts";
import { dateEdges } from "./date-edges.ts";
import type { Counts, Distribution } from "./distribution.ts";
import type { GroupsSource, ValueCount } from "./groups-source.ts";
import { numberEdges } from "./number-edges.ts";

/** The most values with their own bar. */
const MOST_BARS = 12;
/** Longer texts get no bar: they would be unreadable, and too long for a formula. */
const LONGEST_TEXT = 200;

/** The number of records with a value, a blank, and an error in a field. */
interface KindCounts {
  readonly values: number;
  readonly blanks: number;
  readonly errors: number;
}

/** The facts about all records, which do not depend on the formula. */
type Whole =
  | { readonly kind: "too-many-values" }
  | { readonly kind: "bars"; readonly values: readonly BarCount[]; readonly kinds: KindCounts }
  | { readonly kind: "histogram"; readonly edges: readonly number[]; readonly bins: Bins };

interface BarCount {
  readonly value: string | boolean;
  readonly count: number;
}

interface Bins {
  readonly counts: readonly number[];
  readonly blanks: number;
  readonly errors: number;
}

/** Reads distributions of one set of records. Facts about all records are cached. */
export class DistributionReader {
  readonly #schema: Schema;
  readonly #source: GroupsSource;
  readonly #wholes = new Map<string, Whole>();

  constructor(schema: Schema, source: GroupsSource) {
    this.#schema = schema;
    this.#source = source;
  }

  /**
   * The distribution of a field's values over all records, and over those that match a formula.
   *
   * @param text the formula; if blank, all records match
   */
  async read(name: string, text: string, signal: AbortSignal): Promise<Distribution> {
    const formula = text.trim() === "" ? undefined : text;
    const field = this.#schema.fields.get(name);
    if (field === undefined) throw new RangeError(`there is no field ${JSON.stringify(name)}`);
    const whole = this.#wholes.get(name) ?? (await this.#whole(field, signal));
    this.#wholes.set(name, whole);
    if (whole.kind === "too-many-values") return whole;
    return whole.kind === "bars"
      ? this.#bars(field, whole, formula, signal)
      : this.#histogram(field, whole, formula, signal);
  }

  #whole(field: Field, signal: AbortSignal): Promise<Whole> {
    return field.type === "number" || field.type === "date"
      ? this.#wholeHistogram(field, signal)
      : this.#wholeBars(field, signal);
  }

  async #wholeBars(field: Field, signal: AbortSignal): Promise<Whole> {
    // Blanks, errors and long texts get no bar, so more values are requested than there are bars.
    const found = await this.#source.frequent(field, MOST_BARS * 3, signal);
    if (found === undefined) return { kind: "too-many-values" };
    const kinds = await this.#kinds(field, undefined, signal);
    // A choice that no record has can be picked too.
    const { choices = [] } = field;
    const held = new Set(found.map(({ value }) => value));
    const free = choices
      .filter((choice) => !held.has(choice))
      .map((value) => ({ value, count: 0 }));
    const values = [...found, ...free].filter(hasBar).slice(0, MOST_BARS);
    return { kind: "bars", values, kinds };
  }

  async #bars(
    field: Field,
    { values, kinds }: Extract<Whole, { kind: "bars" }>,
    formula: string | undefined,
    signal: AbortSignal,
  ): Promise<Distribution> {
    const isAll = formula === undefined;
    const wanted = values.map(({ value }) => value);
    const all = values.map(({ count }) => count);
    const matching = isAll ? all : await this.#source.countsOf(field, wanted, formula, signal);
    const matchingKinds = isAll ? kinds : await this.#kinds(field, formula, signal);
    const others = { all: kinds.values - sum(all), matching: matchingKinds.values - sum(matching) };
    return {
      kind: "bars",
      bars: values.map(({ value, count }, index) => ({
        value,
        all: count,
        matching: matching[index] ?? 0,
      })),
      // A record counts in the bar of each list element, so the number of the others is unknown.
      ...(field.type === "list" || others.all === 0 ? {} : { others }),
      ...bothOf(kinds, matchingKinds),
    };
  }

  async #wholeHistogram(field: Field, signal: AbortSignal): Promise<Whole> {
    const reference = fx`${named(field.name)}`.source;
    const isFraction = fx`IF(OR(${named(field.name)} = BLANK(), ${named(field.name)} = INT(${named(field.name)})), 0, 1)`;
    const [least, most, fractions] = await this.#source.measures(
      [
        `min(${reference})`,
        `max(${reference})`,
        ...(field.type === "number" ? [`sum(${isFraction.source})`] : []),
      ],
      isComputed(field) ? fx`NOT(ISERROR(${named(field.name)}))`.source : undefined,
      signal,
    );
    const [from, to] = [numberOf(least), numberOf(most)];
    const edges =
      from === undefined || to === undefined
        ? []
        : field.type === "date"
          ? dateEdges(from, to)
          : numberEdges(from, to, fractions === 0);
    return { kind: "histogram", edges, bins: await this.#bins(field, edges, undefined, signal) };
  }

  async #histogram(
    field: Field,
    { edges, bins }: Extract<Whole, { kind: "histogram" }>,
    formula: string | undefined,
    signal: AbortSignal,
  ): Promise<Distribution> {
    const matching = formula === undefined ? bins : await this.#bins(field, edges, formula, signal);
    return {
      kind: "histogram",
      isDate: field.type === "date",
      edges,
      all: bins.counts,
      matching: matching.counts,
      ...bothOf(bins, matching),
    };
  }

  async #bins(
    { name, type }: Field,
    edges: readonly number[],
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<Bins> {
    const bounds = type === "date" ? edges.map((edge) => new Date(edge)) : edges;
    const found = await this.#source.valuesOf(binFormula(name, bounds), filter, signal);
    const counts = edges.slice(1).map(() => 0);
    let [blanks, errors] = [0, 0];
    for (const { value, count } of found) {
      if (typeof value === "number") counts[value] = count;
      else if (value === null) blanks = count;
      else errors = count;
    }
    return { counts, blanks, errors };
  }

  async #kinds(field: Field, filter: string | undefined, signal: AbortSignal): Promise<KindCounts> {
    const reference = named(field.name);
    const ofValue = field.type === "boolean" ? fx`0` : fx`IF(${reference} = BLANK(), BLANK(), 0)`;
    const kind = isComputed(field) ? fx`IF(ISERROR(${reference}), 1, ${ofValue})` : ofValue;
    const found = await this.#source.valuesOf(kind.source, filter, signal);
    const countOf = (wanted: unknown): number =>
      found.find(({ value }) => value === wanted)?.count ?? 0;
    return { values: countOf(0), blanks: countOf(null), errors: countOf(1) };
  }
}

function bothOf(
  all: Pick<KindCounts, "blanks" | "errors">,
  matching: Pick<KindCounts, "blanks" | "errors">,
): { readonly blanks: Counts; readonly errors: Counts } {
  return {
    blanks: { all: all.blanks, matching: matching.blanks },
    errors: { all: all.errors, matching: matching.errors },
  };
}

function hasBar(found: ValueCount): found is BarCount {
  const { value } = found;
  if (typeof value === "boolean") return true;
  return typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT;
}

function numberOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === "string") return Date.parse(value);
  return typeof value === "number" && !isErrorValue(value) ? value : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
