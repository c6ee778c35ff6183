/** A bug that can be planted in the sources: `ISOFORM_PLANTED=NAME npx vitest run TESTS` runs tests with it. */
export interface SourceBug {
  readonly name: string;
  readonly file: string;
  /** What the file says once, and what it says with the bug. */
  readonly from: string;
  readonly to: string;
  /** Tests that find it. */
  readonly tests: readonly string[];
}

export const SOURCE_BUGS: readonly SourceBug[] = [
  {
    name: "check: booleans do not compare with numbers",
    file: "src/language/check/comparison.ts",
    from: 'if (isOneOf(a, b, "boolean", "number")) return "number";',
    to: "",
    tests: ["test/language/check/"],
  },
  {
    name: "check: an empty text is no blank beside a number",
    file: "src/language/check/comparison.ts",
    from: 'if (!isEmpty || other === "text") return typed;',
    to: 'if (!isEmpty || other === "text" || other === "number") return typed;',
    tests: ["test/language/check/", "test/conformance/"],
  },
  {
    name: "check: a rest parameter takes the type of the one before it",
    file: "src/language/check/call.ts",
    from: "Math.min(index, written.length - 1)",
    to: "Math.min(index, Math.max(written.length - 2, 0))",
    tests: ["test/language/check/", "test/conformance/"],
  },
  {
    name: "lower: >= is >",
    file: "src/language/lower/lowering.ts",
    from: "return this.#ordered(core.lessOrEqual(b, a), b, a);",
    to: "return this.#ordered(core.less(b, a), b, a);",
    tests: ["test/conformance/"],
  },
  {
    name: "lower: days are added where they are subtracted",
    file: "src/language/lower/lowering.ts",
    from: "back ? core.negate(amount) : amount",
    to: "amount",
    tests: ["test/conformance/"],
  },
  {
    name: "lower: an order comparison loses the error of its greater side",
    file: "src/language/lower/lowering.ts",
    from: "return greater.mayFail\n",
    to: "return greater.mayFail && lesser.mayFail\n",
    tests: ["test/engine/", "test/conformance/", "test/property/"],
  },
  {
    name: "lower: a list on the right of = BLANK() is not looked at",
    file: "src/language/lower/lowering.ts",
    from: "isEmptyList(a) ? b : a",
    to: "a",
    tests: ["test/conformance/"],
  },
  {
    name: "values: months that are not whole are rounded down",
    file: "src/language/values/date/shift-date.ts",
    from: "- 1 + Math.trunc(months)",
    to: "- 1 + Math.floor(months)",
    tests: ["test/language/values/", "test/conformance/"],
  },
  {
    name: "values: a holiday on the first day counts",
    file: "src/language/values/date/workdays.ts",
    from: "holiday > start &&",
    to: "holiday >= start &&",
    tests: ["test/language/values/", "test/conformance/"],
  },
  {
    name: "values: whole months are counted one too few",
    file: "src/language/values/date/shift-date.ts",
    from: "timeOfMonth(a) < timeOfMonth(b)",
    to: "timeOfMonth(a) <= timeOfMonth(b)",
    tests: ["test/language/values/", "test/conformance/"],
  },
  {
    name: "values: the longest repeated text is an error",
    file: "src/language/values/text/edit-text.ts",
    from: "utf8Length(text) * times <= MAX_TEXT_BYTES",
    to: "utf8Length(text) * times < MAX_TEXT_BYTES",
    tests: ["test/language/values/", "test/conformance/"],
  },
  {
    name: "columns: numbers are lost when a column becomes wider",
    file: "src/backends/columns/storage/number-store.ts",
    from: "copyNumbers(this.#values.subarray(0, at), wider, 0);",
    to: "",
    tests: ["test/backends/columns/"],
  },
  {
    name: "columns: rows that are equal by the first key of an order are left out",
    file: "src/backends/columns/order/test-before.ts",
    from: "isSole ? other < rank : other <= rank",
    to: "other < rank",
    tests: ["test/backends/columns/"],
  },
  {
    name: "columns: numbers that are equal by the first key of an order are left out",
    file: "src/backends/columns/order/test-before.ts",
    from: "low: -BLANK, high: isSole ? numberBefore(value) : value",
    to: "low: -BLANK, high: numberBefore(value)",
    tests: ["test/backends/columns/"],
  },
  {
    name: "sql: a blank differs from no value if it stands on the right",
    file: "src/backends/sql/compiler/comparisons.ts",
    from: "b.blank === undefined ? FALSE : and(b.blank, notNullTest(a.sql))",
    to: "FALSE",
    tests: ["test/backends/sql/conformance", "test/backends/sql/differential"],
  },
  {
    name: "sql: blanks come first in a descending order",
    file: "src/backends/sql/query/order-terms.ts",
    from: "!isDescending && compiler.dialect.nullsLast === true",
    to: "compiler.dialect.nullsLast === true",
    tests: ["test/backends/sql/"],
  },
  {
    name: "sql: of two keys of one field the last one decides",
    file: "src/backends/sql/query/query-keys.ts",
    from: "if (!keys.has(sorted)) keys.set(sorted, key);",
    to: "keys.set(sorted, key);",
    tests: ["test/backends/sql/"],
  },
  {
    name: "service: a cursor continues in the other direction",
    file: "src/apps/service/request/page-cursor.ts",
    from: "[field, direction])",
    to: '[field, direction === "asc"].slice(0, 1))',
    tests: ["test/apps/service/"],
  },
  {
    name: "service: a count does not keep to the scope of a key",
    file: "src/apps/service/scoped-store.ts",
    from: "return this.#store.count(this.#restricted(filter), call);",
    to: "return this.#store.count(filter, call);",
    tests: ["test/apps/service/"],
  },
  {
    name: "service: the last request that a rate allows is refused",
    file: "src/apps/service/rate-limit.ts",
    from: "bucket.tokens >= 1;",
    to: "bucket.tokens > 1;",
    tests: ["test/apps/service/"],
  },
];
