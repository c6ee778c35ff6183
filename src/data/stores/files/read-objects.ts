import { type Field, inferSchema } from "../../../language/schema/index.ts";
import {
  isExact,
  isExtreme,
  isLongInteger,
  LongNumber,
} from "../../../language/values/exact-number.ts";
import { isRecord } from "../../../util/is-record.ts";
import { lookAhead, mapped } from "./batches.ts";
import { dataError, type PositionUnit, reasonOf, shownValue } from "./data-error.ts";
import { flatObject, pathReader } from "./paths.ts";
import type { RawFile } from "./raw-file.ts";
import { type ObjectStrings, SpelledObjects } from "./spelled-objects.ts";
import type { TextForms } from "./text-forms.ts";

interface Objects {
  readonly objects: readonly object[];
  /** The row in `spelled` of the first object. */
  readonly first: number;
  readonly spelled: SpelledObjects;
  readonly positions: readonly number[];
}

/** The most values read at once: objects may have few of the names of a file, and each row has a value for all of them. */
const MOST_VALUES = 1 << 18;

export function objectFile(
  texts: AsyncIterable<ObjectStrings>,
  name: string,
  unit: PositionUnit,
  forms: TextForms,
): RawFile {
  let batches = parsed(texts, name, unit);
  return {
    unit,
    isText: false,
    names: undefined,
    isInferred: true,
    schema: async () => {
      const { first, all } = await lookAhead(batches, ({ spelled }) => spelled.characters);
      batches = all;
      return inferSchema(flatRows(first, forms));
    },
    read: (fields) => {
      const readers = fields.map(columnReader);
      const rows = Math.max(1, Math.floor(MOST_VALUES / fields.length));
      return mapped(divided(batches, rows), (batch) => ({
        columns: readers.map((read) => read(batch)),
        positions: batch.positions,
      }));
    },
  };
}

/** The objects as rows of an inferred schema. */
function* flatRows(batches: readonly Objects[], forms: TextForms): Iterable<object> {
  for (const { objects, spelled } of batches) {
    for (const [row, object] of objects.entries()) {
      const flat = withDates(flatObject(object), forms);
      yield spelled.mayRound(row) ? withLongNumbers(flat, spelled.at(row)) : flat;
    }
  }
}

/** Divides batches that have more rows. */
async function* divided(batches: AsyncIterable<Objects>, rows: number): AsyncIterable<Objects> {
  for await (const { objects, spelled, positions } of batches) {
    for (let first = 0; first < objects.length; first += rows) {
      const end = first + rows;
      yield {
        objects: objects.slice(first, end),
        first,
        spelled,
        positions: positions.slice(first, end),
      };
    }
  }
}

/** Replaces strings that match a configured date format by dates. */
function withDates(flat: object, forms: TextForms): object {
  if (!forms.hasDateFormats) return flat;
  return Object.fromEntries(
    Object.entries(flat).map(([name, value]) => {
      const date = typeof value === "string" ? forms.date(value) : undefined;
      return [name, date === undefined ? value : new Date(date)];
    }),
  );
}

/** Replaces numbers that a double cannot hold by their spelling. */
function withLongNumbers(flat: object, spelled: object): object {
  const texts = new Map(Object.entries(flatObject(spelled)));
  return Object.fromEntries(
    Object.entries(flat).map(([name, value]) => {
      const text: unknown = texts.get(name);
      if (typeof value !== "number" || typeof text !== "string") return [name, value];
      return [name, isLongInteger(text) || !isExact(text, value) ? text : value];
    }),
  );
}

/** Returns a reader of a field's values. A number in a text field is read as its spelling in the file. */
function columnReader({ name, type }: Field): (batch: Objects) => readonly unknown[] {
  const read = pathReader(name);
  switch (type) {
    case "text":
      return ({ objects, first, spelled }) =>
        objects.map((object, index) => {
          const value = read(object);
          return typeof value === "number" ? read(spelled.at(first + index)) : value;
        });
    case "number":
      return ({ objects, first, spelled }) =>
        objects.map((object, index) => {
          const value = read(object);
          const row = first + index;
          if (typeof value !== "number" || !(spelled.mayRound(row) || isExtreme(value)))
            return value;
          if (value === 0 && !spelled.hasExponent(row)) return value;
          const text = read(spelled.at(row));
          return typeof text !== "string" || isExact(text, value) ? value : new LongNumber(text);
        });
    default:
      return ({ objects }) => objects.map(read);
  }
}

/** Parses each string separately. Objects before a syntax error are yielded first. */
async function* parsed(
  batches: AsyncIterable<ObjectStrings>,
  name: string,
  unit: PositionUnit,
): AsyncIterable<Objects> {
  for await (const batch of batches) {
    const { texts, positions } = batch;
    const objects: object[] = [];
    let problem: Error | undefined;
    for (const [index, text] of texts.entries()) {
      const position = [unit, positions[index] ?? 0] as const;
      try {
        const value: unknown = JSON.parse(text);
        if (isRecord(value)) objects.push(value);
        else problem = dataError(name, position, notAnObject(value));
      } catch (error) {
        problem = dataError(name, position, `this is not JSON: ${reasonOf(error)}`, error);
      }
      if (problem !== undefined) break;
    }
    if (objects.length > 0) {
      const spelled = new SpelledObjects(batch);
      yield { objects, first: 0, spelled, positions: positions.slice(0, objects.length) };
    }
    if (problem !== undefined) throw problem;
  }
}

export function notAnObject(value: unknown): string {
  return `${shownValue(value)} is not an object`;
}
