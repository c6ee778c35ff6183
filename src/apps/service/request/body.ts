// This folder reads requests: parameters of the query string or the body, in one common form, checked against the
// schema.

import { isText } from "../../../language/values/text/index.ts";
import { describe } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import type { Mistakes } from "../http-problem.ts";
import { valuesOfBody } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";
import { badCount, badFlag, type RawQuery, type RawSort, readDirection } from "./parameters.ts";

type Json = Readonly<Record<string, unknown>>;

/** Reads the parameters of a query from JSON: `{ "fields": ["vin"], "sort": [{ "field": "price" }] }`. */
export function readBody(body: unknown, mistakes: Mistakes): RawQuery {
  if (!isJson(body)) {
    mistakes.malformed("", "invalid-body", "the body must be a JSON object of parameters");
    return {};
  }
  const query: { -readonly [Name in keyof RawQuery]: RawQuery[Name] } = {};
  for (const [name, value] of Object.entries(body)) {
    switch (name) {
      case "fields":
        query.fields = listOf(name, value, mistakes).flatMap(([parameter, item]) =>
          text(parameter, item, mistakes),
        );
        break;
      case "sort":
        query.sort = listOf(name, value, mistakes).flatMap(([parameter, item]) =>
          sortOf(parameter, item, mistakes),
        );
        break;
      case "parameters":
        query.values = valuesOfBody(value, mistakes);
        break;
      case "filterByFormula":
      case "timeZone":
      case "cursor":
        for (const given of text(name, value, mistakes)) query[name] = given;
        break;
      case "maxRecords":
      case "pageSize":
        if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1)
          query[name] = { parameter: name, value };
        else badCount(name, describe(value), mistakes);
        break;
      case "totalCount":
        if (typeof value === "boolean") query[name] = { parameter: name, value };
        else badFlag(name, describe(value), mistakes);
        break;
      default:
        mistakes.malformed(name, "unknown-parameter", `there is no parameter ${quote(name)}`);
    }
  }
  return query;
}

function sortOf(parameter: string, item: unknown, mistakes: Mistakes): readonly RawSort[] {
  if (!isJson(item)) {
    mistakes.malformed(
      parameter,
      "invalid-sort",
      "an order must be an object with `field` and `direction`",
    );
    return [];
  }
  for (const name of Object.keys(item)) {
    if (name === "field" || name === "direction") continue;
    const shown = `${parameter}.${name}`;
    mistakes.malformed(shown, "unknown-parameter", `there is no parameter ${quote(shown)}`);
  }
  const { field, direction } = item;
  const given =
    direction === undefined ? undefined : { parameter: `${parameter}.direction`, value: direction };
  return text(`${parameter}.field`, field, mistakes).map((named) => ({
    field: named,
    direction: readDirection(given, mistakes),
  }));
}

export function listOf(
  name: string,
  value: unknown,
  mistakes: Mistakes,
): readonly (readonly [parameter: string, item: unknown])[] {
  if (!Array.isArray(value) || value.length > 100) {
    mistakes.malformed(name, "invalid-list", `\`${name}\` must be a list of at most 100`);
    return [];
  }
  return value.map((item: unknown, index) => [`${name}.${index}`, item] as const);
}

export function text(
  parameter: string,
  value: unknown,
  mistakes: Mistakes,
): readonly ParameterValue<string>[] {
  if (typeof value === "string" && isText(value)) return [{ parameter, value }];
  const message =
    typeof value === "string"
      ? `${quote(parameter)} has a character that no text may have: U+0000, or half of a pair`
      : `${quote(parameter)} is a text, not ${describe(value)}`;
  mistakes.malformed(parameter, "invalid-text", message);
  return [];
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
