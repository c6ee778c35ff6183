import { readSchema, type Schema } from "../../../../src/language/schema/index.ts";
import type { Answer } from "./client.ts";

/* Records of several dealers, a key that sees those of one, and what its holder asks. */

export const VISIBLE = {
  id: { type: "text", key: true },
  name: "text",
  price: "number",
  day: "date",
  tags: "list",
  isNew: "boolean",
} as const;
export const HIDDEN = { dealer: "text", margin: "number", secret: "text" } as const;

export function schemaOf(fields: object): Schema {
  const read = readSchema({ fields });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  return read.schema;
}

export const RECORDS = Array.from({ length: 60 }, (_, index) => ({
  id: `r${String(index).padStart(3, "0")}`,
  name: index % 7 === 0 ? null : `car ${index % 11}`,
  price: index % 5 === 0 ? null : (index * 37) % 50,
  day: new Date(Date.UTC(2024, 0, 1 + (index % 40))),
  tags: ["a", "b", "c"].slice(index % 3),
  isNew: index % 2 === 0,
  dealer: String(index % 4),
  margin: index * 3,
  secret: `secret of ${index}`,
}));
const DEALER = "3";
export const OWN = RECORDS.filter(({ dealer }) => dealer === DEALER);
export const OTHER = RECORDS.filter(({ dealer }) => dealer !== DEALER);
export const KEY = {
  scope: "{dealer} = $dealer",
  attributes: { dealer: DEALER },
  fields: Object.keys(VISIBLE),
};

/** All of an answer but the time, and what is signed, which differs from key to key. */
export function seen({ status, rawHeaders, text }: Answer): unknown {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:date|etag|link|x-next-cursor)$/i.test(name)
      ? [`${name}: ${rawHeaders[index + 1]}`]
      : [],
  );
  return { status, headers, text };
}

export const FORMULAS = [
  "TRUE()",
  "NOT({price} > 1000)",
  "OR(TRUE(), {price} > 0)",
  "1",
  "{price} = BLANK()",
  '{name} != "nobody"',
  "NOT(ISERROR({price}))",
  'IF({price} > 10, "x", BLANK())',
  "1/0",
  "OR(1/0, TRUE())",
  'REGEX_MATCH({id}, "r0.*")',
  'OR({id} = "r000", {id} = "r001", {id} = "r003")',
  "LEN({tags}) > 0",
  // What is not there for the key.
  '{dealer} = "1"',
  "{dealer}",
  "dealer",
  '{Dealer} = "1"',
  '{deeler} = "1"',
  "LEN({secret}) > 5",
  "{margin} > 100",
  "AND({margin} > 100, {nothing} > 100)",
  "AND({pricee} > 1, {margni} > 1)",
  '$dealer = "3"',
  "{dealer} = $dealer",
  "$Dealer",
  // What breaks out of a text, if anything were put together as text.
  "TRUE()), OR(TRUE(), {price} > 0",
  "TRUE()) OR (TRUE()",
  "TRUE() /*",
  'TRUE() // "',
  '"',
  "'",
  "TRUE(), TRUE()",
  ")",
  "",
];

/** What else is asked, in the address. */
export const ADDRESSES = [
  "/cars",
  "/cars?maxRecords=1000",
  "/cars?pageSize=10000",
  "/cars?pageSize=2&totalCount=true",
  "/cars/count",
  "/cars/groups",
  "/cars/groups?groupBy.0.field=dealer",
  "/cars/values/dealer",
  "/cars/values/dealer?prefix=3&order=name&limit=1",
  "/cars/values/Dealer",
  "/cars/values/nothing",
  "/cars/values/margin?prefix=1",
  "/cars/values/secret?filterByFormula=TRUE()",
  "/cars/values/price?filterByFormula={dealer}",
  "/cars/values/name",
  "/cars/values/name?order=name",
  "/cars/values/name?prefix=car",
  "/cars/values/id",
  "/cars/values/day",
  "/cars/values/isNew",
  "/cars/values/tags",
  "/cars/values/tags?prefix=a",
  "/cars/groups?groupBy.0.field=isNew&measure.0=sum(price)&measure.1=max(id)",
  "/cars/groups?measure.0=sum(margin)",
  "/cars/groups?measure.0=sum({margin})&measure.1=median(price)",
  "/cars/groups?groupBy.0.formula={dealer}",
  "/cars/groups?groupBy.0.field=price&sort.0.field=dealer",
  "/schema",
  "/openapi.json",
  "/cars?sort.0.field=dealer",
  "/cars?sort.0.field=secret&sort.0.direction=desc",
  "/cars?sort.0.field=price&sort.0.direction=desc",
  "/cars?fields.0=dealer",
  "/cars?fields.0=id&fields.1=secret",
  "/cars?fields.0=price",
  "/cars?fields.0=Secret&sort.0.field=margni",
  "/cars?scope=TRUE()",
  "/cars?attributes.dealer=1",
  "/cars?dealer=1",
  "/cars?param.dealer=1",
  "/cars?filterByFormula=TRUE()&filterByFormula=TRUE()",
  "/explain?filterByFormula=TRUE()&record=r000",
  "/explain?filterByFormula=TRUE()&record=nobody",
  "/validate?filterByFormula=TRUE()&collection=cars",
  "/cars/r000",
  "/cars/",
  "/cars%2f",
  "/CARS",
  "/metrics",
];
