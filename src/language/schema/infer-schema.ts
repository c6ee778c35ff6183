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
  const seen = new Map<string, Set<ValueType>>();
  const timed = new Set<string>();
  let count = 0;
  for (const row of rows) {
    if (count++ === ROWS_LOOKED_AT) break;
    const { entries, typeOf } = propertiesOf(row);
    for (const [index, [name, value]] of entries.entries()) {
      const type = typeOf[index];
      if (type === undefined) continue;
      const types = seen.get(name);
      if (types !== undefined) types.add(type);
      else if (name !== "" && isText(name)) seen.set(name, new Set([type]));
      if (type === "date" && (toDateValue(value) ?? 0) % DAY !== 0) timed.add(name);
    }
  }
  const fields: [string, FieldDeclaration][] = [];
  for (const [name, types] of seen) {
    const [only] = types;
    if (types.size > 1 || only === undefined) fields.push([name, "text"]);
    else fields.push([name, timed.has(name) ? { type: only, time: true } : only]);
  }
  return defineSchema(Object.fromEntries(fields));
}

interface Properties {
  readonly entries: readonly (readonly [name: string, value: unknown])[];
  /** The type of each value; `undefined` for one that no field can have. */
  readonly typeOf: readonly (ValueType | undefined)[];
}

const NOTHING: Properties = { entries: [], typeOf: [] };

/** The properties of a row; none if reading it throws. */
function propertiesOf(row: unknown): Properties {
  if (typeof row !== "object" || row === null) return NOTHING;
  try {
    const entries = Object.entries(row);
    return { entries, typeOf: entries.map(([, value]) => typeOfValue(value)) };
  } catch {
    return NOTHING;
  }
}

function typeOfValue(value: unknown): ValueType | undefined {
  switch (typeof value) {
    case "string":
      if (value === "") return undefined;
      return toDateValue(value) === undefined ? "text" : "date";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      if (Array.isArray(value)) return isTextList(value) ? "list" : undefined;
      return toDateValue(value) === undefined ? undefined : "date";
  }
}
