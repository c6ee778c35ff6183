import { requireKind } from "../../util/misuse.ts";
import type { ValueType } from "../types/value-type.ts";
import { DAY, toDateValue } from "../values/date/index.ts";
import { isText } from "../values/text/index.ts";
import type { FieldDeclaration, Schema } from "./declarations.ts";
import { defineSchema } from "./schema.ts";
import { isTextList } from "./text-list.ts";

const ROWS_LOOKED_AT = 10_000;

/**
 * Infers a schema from the properties of rows. A field is a number, boolean, date or list if all its values are, and a
 * text otherwise. If all texts of a field are ISO dates, the field is a date, with `time: true` if one of them is not at
 * midnight in UTC. A property without a value of any of these types is omitted. Only the first 10,000 rows are read.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  requireKind(rows, "iterable", "`inferSchema`: the rows");
  const seen = new Map<string, Set<ValueType | "time">>();
  let count = 0;
  for (const row of rows) {
    if (count++ === ROWS_LOOKED_AT) break;
    for (const [name, type] of typesOf(row)) {
      const types = seen.get(name);
      if (types === undefined) seen.set(name, new Set([type]));
      else types.add(type);
    }
  }
  const fields: [string, FieldDeclaration][] = [];
  for (const [name, types] of seen) {
    fields.push([name, declarationOf(types)]);
  }
  return defineSchema(Object.fromEntries(fields));
}

function declarationOf(types: ReadonlySet<ValueType | "time">): FieldDeclaration {
  const [first = "text"] = types;
  if (types.size === 1) return first === "time" ? DATE_WITH_TIME : first;
  return types.size === 2 && types.has("date") && types.has("time") ? DATE_WITH_TIME : "text";
}

const DATE_WITH_TIME = { type: "date", time: true } as const;

/** The types of a row's values, `time` for a date that is not at midnight; an empty list if reading the row throws. */
function typesOf(row: unknown): readonly (readonly [name: string, type: ValueType | "time"])[] {
  if (typeof row !== "object" || row === null) return [];
  try {
    return Object.entries(row).flatMap(([name, value]) => {
      const type = typeOfValue(value);
      return type === undefined || name === "" || !isText(name) ? [] : [[name, type] as const];
    });
  } catch {
    return [];
  }
}

function typeOfValue(value: unknown): ValueType | "time" | undefined {
  switch (typeof value) {
    case "string":
      if (value === "") return undefined;
      return typeOfDate(value) ?? "text";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      if (Array.isArray(value)) return isTextList(value) ? "list" : undefined;
      return typeOfDate(value);
  }
}

function typeOfDate(value: unknown): "date" | "time" | undefined {
  const date = toDateValue(value);
  if (date === undefined) return undefined;
  return date % DAY === 0 ? "date" : "time";
}
