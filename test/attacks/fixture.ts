import type { Schema } from "../../src/language/schema/index.ts";
import { schemaOf } from "../hostile/everywhere.ts";

export const OPEN_FIELDS = {
  Name: "text",
  Notes: "text",
  Email: "text",
  Price: "number",
  Qty: "number",
  Ratio: "number",
  InStock: "boolean",
  Created: "date",
  Tags: "list",
  Json: "text",
  Café: "text",
} as const;

export const HIDDEN_FIELDS = {
  secret_token: { type: "text", hidden: true },
  "Owner.password": { type: "text", hidden: true },
} as const;

/** The table that attacks are tried on. */
export const CARS: Schema = schemaOf({ ...OPEN_FIELDS, ...HIDDEN_FIELDS });

/** The same without its hidden fields: nobody may tell the two apart. */
export const CARS_WITHOUT_SECRETS: Schema = schemaOf(OPEN_FIELDS);

export interface Car {
  /** No field of the schema: names the row in tests. */
  readonly row: string;
  readonly Name?: unknown;
  readonly Notes?: unknown;
  readonly [field: string]: unknown;
}

/** The values of the hidden fields. */
export const SECRETS = { secret_token: "s3cr3t-t0k3n", "Owner.password": "hunter2" } as const;

/** Ordinary rows, blank ones, extreme ones and wrong ones. */
export const BASE_ROWS: readonly Car[] = [
  {
    row: "plain",
    Name: "x",
    Notes: "a note",
    Email: "x@example.com",
    Price: 10,
    Qty: 5,
    Ratio: 0.5,
    InStock: true,
    Created: "2020-01-01T00:00:00Z",
    Tags: ["a"],
    Json: '{"a":1}',
    Café: "olé",
    ...SECRETS,
  },
  {
    row: "other",
    Name: "a",
    Notes: "x",
    Price: 20.5,
    Qty: 1,
    Ratio: -1,
    InStock: false,
    Created: new Date("2019-12-31T10:00:00Z"),
    Tags: ["b", "a"],
    ...SECRETS,
  },
  {
    row: "blank",
    Name: null,
    Notes: null,
    Price: null,
    Qty: null,
    Ratio: null,
    InStock: null,
    Created: null,
    Tags: null,
    Json: null,
    Café: null,
  },
  { row: "empty", Name: "", Notes: "", Tags: [], Price: 0, Qty: 0, Ratio: -0 },
  { row: "NaN", Name: "NaN", Ratio: Number.NaN, Price: Number.NaN },
  {
    row: "Infinity",
    Name: "Infinity",
    Ratio: Number.POSITIVE_INFINITY,
    Price: Number.NEGATIVE_INFINITY,
  },
  {
    row: "huge",
    Name: "huge",
    Ratio: 1.7976931348623157e308,
    Price: -1.7976931348623157e308,
    Qty: 9_007_199_254_740_992,
  },
  {
    row: "wrong types",
    Name: 5,
    Notes: ["x"],
    Price: "10",
    Qty: "5",
    InStock: "true",
    Created: 0,
    Tags: "a",
  },
  { row: "broken text", Name: "\ud83d", Notes: "a\u0000b", Tags: ["\udc00"] },
  { row: "accents", Name: "É", Notes: "été ÉTÉ ß ẞ K", Café: "e\u0301" },
  { row: "decomposed", Name: "E\u0301", Notes: "e\u0301te\u0301", Tags: ["É", "é"] },
];

/** A row for each payload, holding it as a value, and one that nearly does. */
export function payloadRows(payloads: Iterable<string>): readonly Car[] {
  return [...new Set(payloads)].flatMap((payload, index) => [
    {
      row: `payload ${index}`,
      Name: payload,
      Notes: `x${payload}y`,
      Email: payload,
      Tags: [payload],
    },
    {
      row: `near payload ${index}`,
      Name: `${payload} `,
      Notes: payload.slice(1),
      Tags: ["x", `${payload}x`],
    },
  ]);
}

/** The texts that stand in a formula, by a reading of its own: quotes, and a backslash before what it escapes. */
export function textsIn(formula: string): readonly string[] {
  const texts: string[] = [];
  for (const [, , double, single] of formula.matchAll(
    /(\{[^}]*\})|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/g,
  )) {
    const inside = double ?? single;
    if (inside !== undefined) texts.push(resolveEscapes(inside));
  }
  return texts;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

function resolveEscapes(inside: string): string {
  return inside.replace(/\\([\s\S])/g, (whole, character: string) => ESCAPES[character] ?? whole);
}
