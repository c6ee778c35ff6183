import { expect, it } from "vitest";
import type {
  ColumnKinds,
  DialectDefinition,
  NativeType,
} from "../../../src/sql/dialect-definition.ts";
import { sqlite } from "../../../src/sql/dialects/sqlite.ts";
import { Dialect } from "../../../src/sql/filter.ts";
import { atom, parameter } from "../../../src/sql/fragment.ts";
import type { TypeText } from "../../../src/sql/type-text.ts";
import type { ValueType } from "../../../src/types/value-type.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { startEngine } from "../../engines/engine.ts";
import { SQLITE } from "../../generate/native/sqlite.ts";
import { countOf } from "../../harness/extent.ts";
import { runNativeDifferential } from "./native-differential.ts";

// The random tables of native types can fail: each of these mistakes in a type, planted alone, is found.

/** The dialect with another meaning of one field of one native type. */
function wrong(
  name: string,
  field: ValueType,
  change: (kind: ColumnKinds["date"] & ColumnKinds["boolean"]) => object,
): DialectDefinition {
  const { definition } = sqlite;
  const types = definition.types.map((native): NativeType => {
    const read = native.fields[field];
    if (!native.names.includes(name) || read === undefined) return native;
    const changed = (type: TypeText): object | undefined => {
      const kind = read(type);
      // Each mistake changes a kind that it knows.
      return kind === undefined ? undefined : { ...kind, ...change(kind as never) };
    };
    return { ...native, fields: { ...native.fields, [field]: changed } };
  });
  return { ...definition, types };
}

const DAY = 86_400_000;

const MISTAKES: Readonly<Record<string, DialectDefinition>> = {
  "texts are the same if the column's rule says so": wrong("text collate nocase", "text", () => ({
    native: { constant: (value: string) => parameter(value, "text") },
  })),
  "texts are in the order of the column's rule": wrong("text collate nocase", "text", () => ({
    read: (column: unknown) => column,
  })),
  "a day that has begun is over": wrong("yyyy-mm-dd", "date", ({ bound }) => ({
    bound: (milliseconds: number) => bound(milliseconds + DAY),
  })),
  "seconds are milliseconds": wrong("seconds since 1970", "date", () => ({
    read: (column: unknown) => column,
  })),
  "integers as texts lose their last digits": wrong("int", "text", () => ({
    read: (column: never) => atom`CAST(CAST(CAST(${column} AS REAL) AS INTEGER) AS TEXT)`,
  })),
  "bytes are in capitals": wrong("blob", "text", () => ({
    read: (column: never) => atom`hex(${column})`,
  })),
  "a truth value of 1 is none": wrong("bool", "boolean", ({ isTrue, isFalse }) => ({
    isTrue: isFalse,
    isFalse: isTrue,
  })),
  "decimals are whole": wrong("numeric", "number", () => ({
    read: (column: never) => atom`CAST(CAST(${column} AS INTEGER) AS REAL)`,
  })),
};

describeEngine(
  "sqlite",
  () => startEngine("sqlite"),
  (engine) => {
    // To find the shortest formula takes long.
    const some = Object.entries(MISTAKES).slice(-countOf(3, 100));
    it.each(some)("is caught if %s", async (_, definition) => {
      const { failures } = await runNativeDifferential(engine(), sqlite, SQLITE, {
        seed: 1,
        times: 2,
        failures: 1,
        planted: Dialect.of(definition),
      });
      expect(failures.length).toBeGreaterThan(0);
    });

    it("is at peace if nothing is wrong", async () => {
      const options = { seed: 1, times: 0.2 };
      const { failures } = await runNativeDifferential(engine(), sqlite, SQLITE, options);
      expect(failures).toEqual([]);
    });
  },
);
