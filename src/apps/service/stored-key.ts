import { misuse } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { didYouMean } from "../../util/suggest.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** How many requests a key may make in how many seconds. */
export interface Rate {
  /** How many requests are allowed. */
  readonly requests: number;
  /** The time in which they are. */
  readonly seconds: number;
}

/** Values that the scope of a key may use as `$name`. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** What the holder of a key may see; everything, unless given. */
export interface Restriction {
  /**
   * A formula: the holder sees the records that it holds for, and no others, of every collection. It may use the
   * attributes as parameters: `{dealer} = $dealer`.
   */
  readonly scope?: string | undefined;
  /** The values of the parameters of the scope. */
  readonly attributes?: Attributes | undefined;
  /** The fields that the holder sees. For the holder there are no others. The key field has to be one of them. */
  readonly fields?: readonly string[] | undefined;
}

/** A key as it is kept: not the token, but its hash. */
export interface StoredKey extends Restriction {
  /** Part of the token, and not secret. */
  readonly id: string;
  /** Whose key it is, for people: logs and metrics name it. */
  readonly label: string;
  /** `sha256:` and the hash in hexadecimal digits. A token is random enough to need no slower hash. */
  readonly hash: string;
  /** The time when the key was made, in ISO 8601. */
  readonly created: string;
  /** The time when the key ends to be valid, in ISO 8601. */
  readonly expires?: string;
  /** The time when the key was revoked, in ISO 8601. It is not valid any more. */
  readonly revoked?: string;
  /** The rate of this key, in place of the service's rate. */
  readonly rate?: Rate;
  /** A key of weight 4 has the share of four keys of weight 1, which is the weight unless given. */
  readonly weight?: number;
  /** Whether the key is one of the operator's: it may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

type Properties = Readonly<Record<string, readonly [is: (value: unknown) => boolean, is: string]>>;

const ID = /^[0-9a-f]{16}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;

const TIME = "a time of ISO 8601, such as 2027-01-31T12:00Z";
const isTime = (value: unknown): boolean => readTime(value) !== undefined;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const WEIGHT = `a whole number from 1 to ${SERVICE_LIMITS.keyWeight}`;

/** @throws `TypeError` unless the value is the weight of a key. */
export function requireWeight(value: unknown, what: string): void {
  if (!isWeight(value)) throw misuse(what, WEIGHT, value);
}

function isWeight(value: unknown): boolean {
  return isCount(value) && Number(value) <= SERVICE_LIMITS.keyWeight;
}

const REQUIRED: Properties = {
  id: [(value) => typeof value === "string" && ID.test(value), "16 hexadecimal digits"],
  label: [(value) => typeof value === "string", "a text"],
  hash: [
    (value) => typeof value === "string" && HASH.test(value),
    "`sha256:` and 64 hexadecimal digits",
  ],
  created: [isTime, TIME],
};
const OPTIONAL: Properties = {
  expires: [isTime, TIME],
  revoked: [isTime, TIME],
  rate: [isObject, "an object with `requests` and `seconds`"],
  weight: [isWeight, WEIGHT],
  admin: [(value) => typeof value === "boolean", "`true` or `false`"],
  scope: [(value) => typeof value === "string", "a text"],
  attributes: [
    areAttributes,
    "an object of texts, numbers, `true`, `false`, `null` and lists of texts",
  ],
  fields: [areNames, "a list of texts"],
};
const RATE: Properties = {
  requests: [isCount, "a whole number from 1"],
  seconds: [isCount, "a whole number from 1"],
};

/** The problems of a list of keys, each with the key and the property. The list holds keys if there are none. */
export function keyProblems(keys: readonly unknown[]): readonly string[] {
  const ids = new Map<unknown, number>();
  return keys.flatMap((key, index) => {
    const place = nameOf(key, index);
    if (!isObject(key)) return [`${place} is not an object`];
    const first = ids.get(key.id);
    ids.set(key.id, first ?? index);
    return [
      ...problemsOf(key, REQUIRED, OPTIONAL, ""),
      ...(isObject(key.rate) ? problemsOf(key.rate, RATE, {}, "rate.") : []),
      ...(first === undefined ? [] : [`\`id\` is that of key ${first + 1} too`]),
    ].map((problem) => `${place}: ${problem}`);
  });
}

function nameOf(key: unknown, index: number): string {
  const label = isObject(key) && typeof key.label === "string" ? ` (${quote(key.label)})` : "";
  return `key ${index + 1}${label}`;
}

function problemsOf(
  value: Readonly<Record<string, unknown>>,
  required: Properties,
  optional: Properties,
  before: string,
): readonly string[] {
  const known = { ...required, ...optional };
  const missing = Object.keys(required)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `\`${before}${name}\` is missing`);
  const wrong = Object.entries(value).flatMap(([name, given]) => {
    const shown = quote(`${before}${name}`);
    const [is, kind] = (Object.hasOwn(known, name) ? known[name] : undefined) ?? [];
    if (is === undefined) {
      return [`there is no property ${shown}${didYouMean(name, Object.keys(known), quote)}`];
    }
    return is(given) ? [] : [`${shown} is not ${kind}`];
  });
  return [...missing, ...wrong];
}

function areAttributes(value: unknown): boolean {
  const isAttribute = (one: unknown): boolean =>
    ["string", "boolean"].includes(typeof one) ||
    one === null ||
    Number.isFinite(one) ||
    areNames(one);
  return isObject(value) && Object.values(value).every(isAttribute);
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const TIME_TEXT = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A day, or a time with its zone, of ISO 8601; `undefined` if the value is neither. A day begins at midnight in UTC. */
export function readTime(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const [, day] = TIME_TEXT.exec(value) ?? [];
  const time = Date.parse(value);
  if (day === undefined || Number.isNaN(time)) return undefined;
  // JavaScript takes the 31st of February for a day of March.
  return new Date(Date.parse(day)).toISOString().startsWith(day) ? new Date(time) : undefined;
}
