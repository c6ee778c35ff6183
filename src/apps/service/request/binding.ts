import type { Formula } from "../../../engine/index.ts";
import { describeType, type ValueType } from "../../../language/types/value-type.ts";
import { isTimeZone, toDateValue } from "../../../language/values/date/index.ts";
import { givenValue } from "../../../language/values/given-value.ts";
import type { Plain } from "../../../language/values/plain.ts";
import { jsonOf } from "../../../util/json-of.ts";
import { describe } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { suggest } from "../../../util/suggest.ts";
import type { Collection } from "../collection.ts";
import type { CachedFormula } from "../formula-cache.ts";
import type { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { SentParameter } from "./query-string.ts";

/** The values of parameters of formulas, as sent in a request. */
export interface RawValues {
  /** The prefix of a parameter's name: `param` in a query string, `parameters` in a body. */
  readonly prefix: "param" | "parameters";
  readonly values: ReadonlyMap<string, ParameterValue<unknown>>;
}

/** `param.user`, `param[user]`. */
const VALUE = /^param(?:\.(.*)|\[(.*)\])$/s;

/** Takes the values of formulas' parameters out of the query parameters. */
export function takeValues(
  parameters: readonly SentParameter[],
  mistakes: Mistakes,
): { readonly values: RawValues; readonly others: readonly SentParameter[] } {
  const values = new Map<string, ParameterValue<string>>();
  const others: SentParameter[] = [];
  for (const given of parameters) {
    const found = VALUE.exec(given.name);
    const name = found?.[1] ?? found?.[2];
    if (name === undefined) others.push(given);
    else if (values.has(name)) {
      const message = `${quote(given.name)} is given more than once`;
      mistakes.malformed(given.name, "duplicate-parameter", message);
    } else values.set(name, { parameter: given.name, value: given.value });
  }
  return { values: { prefix: "param", values }, others };
}

/** Reads the values of formulas' parameters from JSON: `{ "user": "u1", "minPrice": 5000 }`. */
export function valuesOfBody(body: unknown, mistakes: Mistakes): RawValues {
  const given = body ?? {};
  if (typeof given !== "object" || Array.isArray(given) || body === null) {
    const message = "`parameters` is an object with a value for each parameter";
    mistakes.malformed("parameters", "invalid-parameters", message);
    return NO_VALUES;
  }
  const values = Object.entries(given).map(
    ([name, value]) => [name, { parameter: `parameters.${name}`, value }] as const,
  );
  return { prefix: "parameters", values: new Map(values) };
}

const NO_VALUES: RawValues = { prefix: "parameters", values: new Map() };

/** The context in which a request's formulas are read: a time zone, and the values of parameters. */
export class Binding {
  /** `undefined` for the collection's time zone. */
  readonly timeZone: string | undefined;
  /** Identifies the binding: formulas may have other values in another one. */
  readonly text: string;
  readonly #prefix: RawValues["prefix"];
  readonly #values: ReadonlyMap<string, Plain>;
  readonly #wrong = new Set<string>();
  readonly #mistakes: Mistakes;

  /** Reports values that do not fit the collection as mistakes. */
  constructor(
    raw: {
      readonly timeZone?: ParameterValue<string> | undefined;
      readonly values?: RawValues | undefined;
    },
    { parameters }: Pick<Collection, "parameters">,
    mistakes: Mistakes,
  ) {
    const { prefix, values } = raw.values ?? NO_VALUES;
    this.#prefix = prefix;
    this.#mistakes = mistakes;
    this.timeZone = readTimeZone(raw.timeZone, mistakes);
    const declared = new Map(Object.entries(parameters ?? {}));
    const read = new Map<string, Plain>();
    for (const [name, given] of values) {
      const value = readValue(name, given, declared, prefix === "param", mistakes);
      if (value === undefined) this.#wrong.add(name);
      else read.set(name, value);
    }
    this.#values = read;
    this.text = JSON.stringify([...read].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Binds the request's values to a formula. A missing value is a mistake, reported once. */
  bind(compiled: CachedFormula & { readonly ok: true }): Formula {
    for (const name of compiled.parameters) {
      if (this.#values.has(name) || this.#wrong.has(name)) continue;
      this.#wrong.add(name);
      const parameter = `${this.#prefix}.${name}`;
      this.#mistakes.malformed(
        parameter,
        "missing-parameter",
        `the formula needs a value for ${quote(`$${name}`)}: ${quote(parameter)} is missing`,
      );
    }
    return compiled.bind(this.#values);
  }
}

function readTimeZone(
  given: ParameterValue<string> | undefined,
  mistakes: Mistakes,
): string | undefined {
  if (given === undefined || isTimeZone(given.value)) return given?.value;
  mistakes.unanswerable(
    given.parameter,
    "unknown-time-zone",
    `there is no time zone ${quote(given.value)}`,
    "write a name of the IANA time zone database, such as `Europe/Rome`",
  );
  return undefined;
}

function readValue(
  name: string,
  { parameter, value }: ParameterValue<unknown>,
  declared: ReadonlyMap<string, ValueType>,
  isText: boolean,
  mistakes: Mistakes,
): Plain | undefined {
  const type = declared.get(name);
  if (type === undefined) {
    const meant = suggest(name, declared.keys());
    mistakes.malformed(
      parameter,
      "unknown-parameter",
      `there is no parameter ${quote(parameter)}`,
      meant === undefined ? undefined : `did you mean ${quote(meant)}?`,
    );
    return undefined;
  }
  const read = isText ? valueOfText(type, String(value)) : givenValue(type, value);
  if (read === undefined) {
    const shown = typeof value === "string" ? quote(value) : describe(value);
    const message = `${quote(parameter)} is ${describeType(type)}, not ${shown}`;
    mistakes.malformed(parameter, "invalid-value", message, HELP[type]);
  } else if (lengthOf(read) > MOST_CHARACTERS) {
    const message = `${quote(parameter)} is longer than ${MOST_CHARACTERS} characters`;
    mistakes.malformed(parameter, "value-too-long", message);
  } else return read;
  return undefined;
}

const { parameterCharacters: MOST_CHARACTERS } = SERVICE_LIMITS;

const HELP: Readonly<Partial<Record<ValueType, string>>> = {
  date: "write it as in ISO 8601, such as `2024-02-29T12:00:00Z`",
  list: 'write it in JSON, such as `["a","b"]`',
};

/** Each item of a list counts as one more. */
function lengthOf(value: Plain): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum, item) => sum + item.length + 1, 0) : 0;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a value in a query string. An empty string is a blank. */
function valueOfText(type: ValueType, text: string): Plain | undefined {
  if (text === "") return givenValue(type, null);
  switch (type) {
    case "text":
      return text;
    case "number":
      return NUMBER.test(text) ? givenValue(type, Number(text)) : undefined;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : undefined;
    case "date":
      return toDateValue(text);
    case "list":
      return givenValue(type, jsonOf(text));
  }
}
