import type { Policy } from "../../engine/index.ts";
import { isRecord } from "../../util/is-record.ts";
import { misuse } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { didYouMean } from "../../util/suggest.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** A rate limit. */
export interface Rate {
  /** The number of requests allowed. */
  readonly requests: number;
  /** The period in seconds. */
  readonly seconds: number;
}

/** Values that the scope of a key may use as `$name`. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** What the holder of a key may see. Default: everything. */
export interface Restriction {
  /**
   * A formula: the holder only sees matching records, in every collection. It may use the attributes as parameters:
   * `{dealer} = $dealer`.
   */
  readonly scope?: string | undefined;
  /** The values of the scope's parameters. */
  readonly attributes?: Attributes | undefined;
  /** The visible fields, including the key field. Others do not exist for the holder. */
  readonly fields?: readonly string[] | undefined;
  /** What the formulas of the holder may use. The scope may use everything. */
  readonly policy?: Policy | undefined;
}

/** A key as stored: with the hash of its token. */
export interface StoredKey extends Restriction {
  /** The public part of the token. */
  readonly id: string;
  /** The name of the holder in logs and metrics. */
  readonly label: string;
  /** `sha256:` and the hash in hexadecimal. Tokens are random enough to need no slow hash. */
  readonly hash: string;
  /** The time of creation, in ISO 8601. */
  readonly created: string;
  /** The time of expiry, in ISO 8601. */
  readonly expires?: string;
  /** The time of revocation, in ISO 8601. The key is invalid since. */
  readonly revoked?: string;
  /** The rate limit of this key, instead of the service's. */
  readonly rate?: Rate;
  /** A key of weight 4 gets the share of four keys of weight 1. Default: 1. */
  readonly weight?: number;
  /** Whether the key belongs to the operator: it may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

type PropertyTests = Readonly<
  Record<string, readonly [is: (value: unknown) => boolean, is: string]>
>;

const ID = /^[0-9a-f]{16}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;

const TIME = "a time of ISO 8601, such as 2027-01-31T12:00Z";
const isTime = (value: unknown): boolean => readTime(value) !== undefined;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const WEIGHT = `a whole number from 1 to ${SERVICE_LIMITS.keyWeight}`;

/** @throws `TypeError` for an invalid weight */
export function requireWeight(value: unknown, what: string): void {
  if (!isWeight(value)) throw misuse(what, WEIGHT, value);
}

function isWeight(value: unknown): boolean {
  return isCount(value) && Number(value) <= SERVICE_LIMITS.keyWeight;
}

const REQUIRED: PropertyTests = {
  id: [(value) => typeof value === "string" && ID.test(value), "16 hexadecimal digits"],
  label: [(value) => typeof value === "string", "a text"],
  hash: [
    (value) => typeof value === "string" && HASH.test(value),
    "`sha256:` and 64 hexadecimal digits",
  ],
  created: [isTime, TIME],
};
const OPTIONAL: PropertyTests = {
  expires: [isTime, TIME],
  revoked: [isTime, TIME],
  rate: [isRecord, "an object with `requests` and `seconds`"],
  weight: [isWeight, WEIGHT],
  admin: [(value) => typeof value === "boolean", "`true` or `false`"],
  scope: [(value) => typeof value === "string", "a text"],
  attributes: [
    areAttributes,
    "an object of texts, numbers, `true`, `false`, `null` and lists of texts",
  ],
  fields: [areNames, "a list of texts"],
  policy: [isRecord, "an object with `functions`, `operators`, `fields` or `limits`"],
};
const RATE: PropertyTests = {
  requests: [isCount, "a whole number from 1"],
  seconds: [isCount, "a whole number from 1"],
};

/** The problems of a list of keys, each with the key and the property; empty if the list is valid. */
export function keyProblems(keys: readonly unknown[]): readonly string[] {
  const ids = new Map<unknown, number>();
  return keys.flatMap((key, index) => {
    const label = nameOf(key, index);
    if (!isRecord(key)) return [`${label} is not an object`];
    const first = ids.get(key.id);
    ids.set(key.id, first ?? index);
    return [
      ...problemsOf(key, REQUIRED, OPTIONAL, ""),
      ...(isRecord(key.rate) ? problemsOf(key.rate, RATE, {}, "rate.") : []),
      ...(first === undefined ? [] : [`\`id\` is that of key ${first + 1} too`]),
    ].map((problem) => `${label}: ${problem}`);
  });
}

function nameOf(key: unknown, index: number): string {
  const label = isRecord(key) && typeof key.label === "string" ? ` (${quote(key.label)})` : "";
  return `key ${index + 1}${label}`;
}

function problemsOf(
  value: Readonly<Record<string, unknown>>,
  required: PropertyTests,
  optional: PropertyTests,
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
  return isRecord(value) && Object.values(value).every(isAttribute);
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

const TIME_TEXT = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a day, or a time with a time zone, in ISO 8601; `undefined` if it is invalid. A day begins at midnight in UTC.
 */
export function readTime(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const [, day] = TIME_TEXT.exec(value) ?? [];
  const time = Date.parse(value);
  if (day === undefined || Number.isNaN(time)) return undefined;
  // `Date.parse` would read February 31 as a day in March.
  return new Date(Date.parse(day)).toISOString().startsWith(day) ? new Date(time) : undefined;
}
