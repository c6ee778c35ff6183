import { inferSchema } from "../../schema/index.ts";
import { isInherited } from "../../values/row-value.ts";
import { lookAhead, mapped } from "./batches.ts";
import { dataError, type PlaceUnit, reasonOf, shownValue } from "./data-error.ts";
import { type RawFile, RECORDS_LOOKED_AT } from "./raw-file.ts";

/** Texts that should be JSON objects: one for each record. */
export interface JsonTexts {
  readonly texts: readonly string[];
  readonly places: readonly number[];
}

interface Objects {
  readonly objects: readonly object[];
  readonly places: readonly number[];
}

/** A file of JSON objects. */
export function objectFile(
  texts: AsyncIterable<JsonTexts>,
  name: string,
  unit: PlaceUnit,
): RawFile {
  let batches = parsed(texts, name, unit);
  return {
    unit,
    isText: false,
    names: undefined,
    isInferred: true,
    schema: async () => {
      const rows: object[] = [];
      batches = await lookAhead(batches, RECORDS_LOOKED_AT, ({ objects }) => {
        for (const object of objects) rows.push(object);
      });
      return inferSchema(rows);
    },
    read: (fields) => {
      const readers = fields.map(propertyReader);
      return mapped(batches, ({ objects, places }) => ({
        columns: readers.map((read) => objects.map(read)),
        places,
      }));
    },
  };
}

/** Parses each text by itself. If one is wrong, the objects before it are yielded first. */
async function* parsed(
  batches: AsyncIterable<JsonTexts>,
  name: string,
  unit: PlaceUnit,
): AsyncIterable<Objects> {
  for await (const { texts, places } of batches) {
    const objects: object[] = [];
    let problem: Error | undefined;
    for (const [index, text] of texts.entries()) {
      const place = [unit, places[index] ?? 0] as const;
      try {
        const value: unknown = JSON.parse(text);
        if (isObject(value)) objects.push(value);
        else problem = dataError(name, place, notAnObject(value));
      } catch (error) {
        problem = dataError(name, place, `this is no JSON: ${reasonOf(error)}`, error);
      }
      if (problem !== undefined) break;
    }
    if (objects.length > 0) yield { objects, places: places.slice(0, objects.length) };
    if (problem !== undefined) throw problem;
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function notAnObject(value: unknown): string {
  return `${shownValue(value)} is no object`;
}

/** Reads a property; one that every object inherits counts only if the object itself has it. */
export function propertyReader(name: string): (object: object) => unknown {
  if (!isInherited(name)) return (object) => Reflect.get(object, name);
  return (object) => (Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined);
}
