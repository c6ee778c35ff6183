import { fx, field as named } from "../../../engine/index.ts";
import { ERROR } from "../../../index.ts";
import { type Field, isComputed } from "../../../language/schema/index.ts";
import type { GroupsSource, ValueCount } from "./groups-source.ts";

/** The most values that the service lists. */
const MOST_VALUES = 1_000;
/** The error code of a request with too many groups. */
const TOO_LARGE = "too-large";

/** Sends a request to a path of a collection, with the key, and returns the JSON of the response. */
export type AskService = (
  path: string,
  body: object | undefined,
  signal: AbortSignal,
) => Promise<unknown>;

/** A request that the service rejects. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";
  /** The codes of its errors. */
  readonly codes: readonly string[];

  constructor(message: string, codes: readonly string[] = []) {
    super(message);
    this.codes = codes;
  }
}

/** Queries groups of a service over its HTTP interface. */
export class ServiceGroups implements GroupsSource {
  readonly #ask: AskService;

  /** @param ask rejects with a {@link ServiceRefusal} if the service rejects the request */
  constructor(ask: AskService) {
    this.#ask = ask;
  }

  async measures(
    measures: readonly string[],
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const [found = {}] = await this.#groups({ measure: measures }, filter, signal);
    return measures.map((measure) => plainValue(found[measure]));
  }

  async frequent(
    field: Field,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[] | undefined> {
    try {
      return await this.#values(field, limit, undefined, signal);
    } catch (error) {
      if (error instanceof ServiceRefusal && error.codes.includes(TOO_LARGE)) return;
      throw error;
    }
  }

  async countsOf(
    field: Field,
    values: readonly (string | boolean)[],
    filter: string,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const found = await this.#values(field, MOST_VALUES, filter, signal);
    const counts = new Map(found.map(({ value, count }) => [value, count]));
    // A truncated list may lack rare values: count each of them separately.
    const missing = found.length < MOST_VALUES ? [] : values.filter((value) => !counts.has(value));
    if (missing.length > 0) {
      const measure = missing.map((value) => countOf(field, value));
      const counted = await this.measures(measure, filter, signal);
      for (const [index, value] of missing.entries()) counts.set(value, Number(counted[index]));
    }
    return values.map((value) => counts.get(value) ?? 0);
  }

  async valuesOf(
    formula: string,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[]> {
    const groupBy = [{ formula, name: "value" }];
    const found = await this.#groups({ groupBy, measure: ["count"] }, filter, signal);
    return found.map(({ value, count }) => ({ value: plainValue(value), count: Number(count) }));
  }

  async #groups(
    wanted: object,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const filtered = filter === undefined ? {} : { filterByFormula: filter };
    return recordsOf(await this.#ask("/groups", { ...wanted, ...filtered }, signal));
  }

  async #values(
    { name }: Field,
    limit: number,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[]> {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(filter === undefined ? {} : { filterByFormula: filter }),
    });
    const path = `/values/${encodeURIComponent(name)}?${query}`;
    const found = recordsOf(await this.#ask(path, undefined, signal));
    return found.map(({ value, count }) => ({ value: plainValue(value), count: Number(count) }));
  }
}

function countOf(field: Field, value: string | boolean): string {
  const reference = named(field.name);
  const condition =
    field.type === "list" ? fx`HAS(${reference}, ${value})` : fx`${reference} = ${value}`;
  const isValue = isComputed(field) ? fx`AND(NOT(ISERROR(${reference})), ${condition})` : condition;
  return fx`sum(IF(${isValue}, 1, 0))`.source;
}

function recordsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(answer)) return answer;
  throw new ServiceRefusal("the service has no groups");
}

/** A value from JSON, where an error is an object. */
function plainValue(value: unknown): unknown {
  return typeof value === "object" && value !== null ? ERROR : value;
}
