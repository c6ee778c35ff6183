import { defineSchema } from "../../language/schema/index.ts";
import type { StoreRecord } from "../stores/store.ts";

/** Fields of each type, with a name that every database must quote. */
export const STORE_SCHEMA = defineSchema({
  id: { type: "number", key: true },
  text: "text",
  number: "number",
  flag: "boolean",
  date: "date",
  list: "list",
  'a "b" `c` [d] ü €': "text",
  select: "number",
});

const TEXTS: readonly string[] = [
  ...["a", "", "b", "ab", "A", "abc", "abcabc", " a ", "a ", "10", "-1.5e3", "2024-02-29", "TRUE"],
  ...["%", "_", "a%b", "\\", "\\n", "\\%", "'", '"', "''; DROP TABLE cars; --", "$&", "a,b,c"],
  ...["é", "e\u0301", "É", "ß", "İ", "ſ", "Σς", "ﬁ", "ǅ", "K", "\u0301", "😀", "😀a", "\uffff"],
  ...["\u{10000}", "\u{10ffff}", "\ue000", "\ud7ff", "\n", "\r\n", "\t", "\u0001", "a\u00a0b"],
  ...["null", "constructor", "__proto__", "0010", "1e400", "ab".repeat(5_000)],
];

const NUMBERS: readonly number[] = [
  ...[0, -0, 1, 2, -1, 3, 0.5, -0.5, 2.5, 10, 0.1, 0.2, 0.3, 0.1 + 0.2, -7, 1.005, 2020, 65_537],
  ...[1e15, 1e21, 1e-7, 2 ** 53 - 1, 2 ** 53, 1e150, -1e300, 1.7976931348623157e308, 5e-324],
  ...[-5e-324, 2.2250738585072014e-308, 2_251_799_813_685_249.5, 123_456.789],
];

const DATES: readonly Date[] = [
  ...["2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "2023-12-31T12:30:15.250Z"],
  ...["1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1900-01-01T00:00:00.000Z"],
  ...["2298-12-31T23:59:59.999Z", "2100-02-28T23:59:59.000Z", "1900-01-01T00:00:00.001Z"],
].map((text) => new Date(text));

const LISTS: readonly (readonly string[])[] = [
  ...[[], ["a"], ["a", "b"], ["b", "a", "a"], ["a,b"], ["é", "😀"], ["'"], ['"'], ["\\"]],
  ...[["\n", "\u0001", "[]", '["a"]'], ["null"], [" a "], ["A"]],
];

/** Records with values that often break a store, each repeated, with blanks in between. */
export function storeRecords(count: number): readonly StoreRecord[] {
  const pick = <T>(from: readonly T[], index: number): T | null =>
    from[index % (from.length + 1)] ?? null;
  return Array.from({ length: count }, (_, index) => ({
    id: (index * 7919) % count,
    text: pick(TEXTS, index),
    number: pick(NUMBERS, index),
    flag: index % 3 === 0 ? null : index % 3 === 1,
    date: pick(DATES, index),
    list: pick(LISTS, index),
    'a "b" `c` [d] ü €': pick(["a", "b"], index),
    select: index % 5,
  }));
}
