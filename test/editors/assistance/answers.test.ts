import { describe, expect, test } from "vitest";
import { Columns } from "../../../src/columns.ts";
import {
  columnValues,
  createLanguage,
  type FieldValue,
} from "../../../src/editors/assistance/index.ts";
import { applyFix, compileOrThrow, defineSchema, ERROR } from "../../../src/index.ts";
import { accept } from "./invariants.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  country: { type: "text", description: "Where the car is sold." },
  price: "number",
  tax: "number",
  sold: "boolean",
  createdAt: "date",
  optionCodes: "list",
  "Price (EUR)": "number",
  secret: { type: "text", hidden: true },
});
const clock = () => new Date("2024-02-29T12:00:00Z");
const language = createLanguage({ schema, parameters: { most: "number" }, clock });

/** Splits the text at the bar, which marks the offset. */
function marked(text: string): [string, number] {
  return [text.replace("|", ""), text.indexOf("|")];
}

function labels(text: string): readonly string[] {
  return language.complete(...marked(text)).items.map(({ label }) => label);
}

describe("complete", () => {
  test.each([
    ["{price} < |", "number"],
    ["YEAR(|", "date"],
    ["YEAR(|)", "date"],
    ["LEFT({country}, |", "number"],
    ["DATETIME_DIFF({createdAt}, |", "date"],
    ["HAS(|", "list"],
    ["IF({sold}, {price}, |) + 1", "number"],
    ["{price} + 2 * |", "number"],
  ])("%s: items of the expected type come first", (text, type) => {
    const { items } = language.complete(...marked(text));
    expect(items.find(({ kind }) => kind === "field")?.type).toBe(type);
    for (const { fits, kind, type: own } of items) {
      if (fits && own !== undefined && type !== "list" && kind !== "function") {
        expect([type, "boolean"]).toContain(own);
      }
    }
  });

  test("an empty formula offers fields before functions", () => {
    const kinds = language
      .complete("", 0)
      .items.slice(0, 10)
      .map(({ kind }) => kind);
    expect(kinds[0]).toBe("field");
    expect(kinds.lastIndexOf("field")).toBeLessThan(kinds.indexOf("function"));
  });

  test("an empty formula offers all fields first if they are few", () => {
    const few = { country: "text", price: "number" } as const;
    for (const fields of [
      few,
      { ...few, tags: "list", at: "date", sold: "boolean", x: "text" } as const,
    ]) {
      const { items } = createLanguage({ schema: defineSchema(fields) }).complete("", 0);
      const kinds = items.map(({ kind }) => kind);
      expect(kinds.lastIndexOf("field")).toBe(Object.keys(fields).length - 1);
    }
  });

  test("names match by their words, the same prefix first", () => {
    expect(labels("optc|")).toEqual(["optionCodes"]);
    expect(labels("{pr|")).toEqual(["price", "Price (EUR)"]);
    expect(labels("{Price (E|")).toEqual(["Price (EUR)"]);
    expect(labels("datdif|")[0]).toBe("DATETIME_DIFF");
  });

  test("hidden fields, and names that are already complete, are not offered", () => {
    expect(labels("{|")).not.toContain("secret");
    expect(labels("{secr|")).toEqual([]);
    expect(labels("{tax|}")).not.toContain("tax");
    expect(labels("LAST_MOD|")).toEqual([]);
  });

  test("computed fields are offered with the types of their formulas", () => {
    const trips = defineSchema({
      price: "number",
      seats: { type: "number", hidden: true },
      perSeat: { formula: "{price} / {seats}", description: "What one seat costs." },
      isDear: { formula: "{perSeat} > 100" },
      label: { formula: '"n" & {price}' },
    });
    const own = createLanguage({ schema: trips });
    const itemsOf = (text: string): readonly [string, unknown][] =>
      own
        .complete(...marked(text))
        .items.filter(({ kind }) => kind === "field")
        .map(({ label, type }) => [label, type]);
    expect(new Map(itemsOf("{|"))).toEqual(
      new Map([
        ["price", "number"],
        ["perSeat", "number"],
        ["isDear", "boolean"],
        ["label", "text"],
      ]),
    );
    expect(itemsOf("LEFT(lab|")).toEqual([["label", "text"]]);
    const [item] = own.complete(...marked("{perS|")).items;
    expect(JSON.stringify(item)).toContain("What one seat costs.");
    // The formula of `perSeat` reads a hidden field, and is shown nowhere.
    expect(JSON.stringify(own.complete(...marked("{|")))).not.toContain("seats");
  });

  test("units, formats with their look, and parameters", () => {
    expect(labels('DATETIME_DIFF({createdAt}, NOW(), "|')[0]).toBe("days");
    expect(labels('DATETIME_DIFF({createdAt}, NOW(), "mo|')).toEqual(["months"]);
    const [format] = language.complete(...marked('DATETIME_FORMAT({createdAt}, "|')).items;
    expect(format).toMatchObject({ label: "YYYY-MM-DD", kind: "format", detail: "2024-02-29" });
    expect(labels("$|")).toEqual(["$most"]);
  });

  test("operators follow from the type, and closing brackets come after them", () => {
    expect(labels("{price} |")).toContain("*");
    expect(labels("{country} |")).not.toContain("*");
    expect(labels("AND({price} > 3 |").slice(0, 2)).toEqual([",", ")"]);
    expect(labels("{price} < 60 |")).not.toContain("&");
    expect(labels("TODAY(|")).toEqual([")"]);
    expect(labels("// {|")).toEqual([]);
  });

  test("a function has a placeholder for each argument", () => {
    const { items } = language.complete(...marked("{price} > LE|"));
    const item = items.find(({ label }) => label === "LEN");
    expect(item?.edit).toMatchObject({
      text: "LEN(text)",
      tabStops: [
        { start: 4, end: 8 },
        { start: 9, end: 9 },
      ],
    });
    const call = language.complete(...marked("lef|({country})")).items[0];
    expect(call && accept("lef({country})", call).text).toBe("LEFT({country})");
  });

  test("any offset is clamped into the text", () => {
    for (const offset of [-5, 2.5, 99, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => language.complete("{a}", offset)).not.toThrow();
    }
    expect(language.complete("😀", 1).span).toEqual({ start: 0, end: 0 });
  });
});

describe("values of fields", () => {
  const cars = ["Italy", "Spain", "Italy"].map((country, at) => ({
    vin: `V${at}`,
    country,
    price: at,
    optionCodes: ["AD15", "X"],
  }));
  const values = columnValues(Columns.from(cars, schema));

  test("come from columns, with how often they occur", async () => {
    const service = createLanguage({ schema, values });
    const { items } = await service.completeWithValues(...marked('{country} = "|"'));
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ["Italy", "country, 2 times"],
      ["Spain", "country, once"],
    ]);
    const item = items[0];
    expect(item && accept('{country} = ""', item).text).toBe('{country} = "Italy"');
    const has = await service.completeWithValues(...marked('HAS({optionCodes}, "ad|'));
    expect(has.items.map(({ label }) => label)).toEqual(["AD15"]);
    const price = await service.completeWithValues(...marked("{price} = |"));
    expect(price.items.filter(({ kind }) => kind === "value").map(({ label }) => label)).toEqual([
      "0",
      "1",
      "2",
    ]);
    for (const text of [
      'SWITCH({country}, "|',
      'FIND("|", {country})',
      'ISONEOF({country}, "Spain", "|',
      '{country} != "|',
    ]) {
      const found = await service.completeWithValues(...marked(text));
      expect(
        found.items.map(({ label }) => label),
        text,
      ).toContain("Italy");
    }
  });

  test("are requested once, and cached", async () => {
    let asked = 0;
    const provider = (): readonly FieldValue[] => {
      asked++;
      return [{ value: "Italy" }];
    };
    const service = createLanguage({ schema, values: provider });
    expect(service.complete(...marked('{country} = "|')).awaitsValues).toBe(true);
    await service.completeWithValues(...marked('{country} = "|'));
    await service.completeWithValues(...marked('{country} = "It|'));
    expect(asked).toBe(1);
    expect(service.complete(...marked('{country} = "It|'))).toMatchObject({
      awaitsValues: false,
      items: [{ label: "Italy" }],
    });
  });

  test("an aborted or failing provider has no values", async () => {
    const controller = new AbortController();
    const never = createLanguage({ schema, values: () => new Promise(() => controller.abort()) });
    const { items } = await never.completeWithValues('{country} = "', 13, {
      signal: controller.signal,
    });
    expect(items).toEqual([]);
    const failing = createLanguage({ schema, values: () => Promise.reject(new Error("down")) });
    expect((await failing.completeWithValues('{country} = "', 13)).items).toEqual([]);
  });
});

test("hover describes what is at the offset", () => {
  const text = 'AND({country} = "x", createdAt > "2024-01-01", LEFT(country, 2) = "I")';
  const at = (part: string) => language.hover(text, text.indexOf(part));
  expect(at("{country}")).toMatchObject({
    subject: { kind: "field", field: { type: "text" } },
    expression: { type: "text" },
  });
  expect(at("{country}")?.markdown).toContain("Where the car is sold.");
  expect(at('"2024')?.subject).toEqual({ kind: "date", value: new Date("2024-01-01") });
  expect(at('"x"')?.subject).toEqual({ kind: "text", value: "x" });
  expect(at("LEFT")?.subject).toMatchObject({
    kind: "function",
    signature: "LEFT(text, count) → text",
  });
  expect(at("=")).toMatchObject({
    subject: { kind: "operator", blanks: "A blank equals only a blank." },
    expression: { type: "boolean" },
  });
  expect(language.hover("{secret}", 2)).toBeUndefined();
});

test("signatures name the current argument, in broken text and nested calls", () => {
  const at = (text: string) => language.signature(...marked(text));
  expect(at("AND(LEFT({country}, |")).toMatchObject({
    name: "LEFT",
    argument: 1,
    activeParameter: 1,
  });
  expect(at("AND(LEFT({country}, 2) = |")).toMatchObject({ name: "AND", argument: 0 });
  expect(at("DATETIME_DIFF({createdAt}, (1 + |")).toMatchObject({
    name: "DATETIME_DIFF",
    argument: 1,
  });
  expect(at('LEFT("a, b(", |')).toMatchObject({ name: "LEFT", argument: 1 });
  expect(at("LEFT(a, b, |")).toMatchObject({ argument: 2, activeParameter: undefined });
  expect(at("{price} > |")).toBeUndefined();
});

test("tokens have their kinds", () => {
  const text = 'and({pr\\}ice} > 3, "a\\"b", $most, TRUE /* c */, sold, ~';
  expect(
    language
      .tokens(text)
      .map(({ kind }) => kind)
      .join(" "),
  ).toBe(
    "function punctuation unknown-field escape unknown-field operator number punctuation text escape text punctuation parameter punctuation constant comment punctuation field punctuation invalid",
  );
});

describe("edits", () => {
  const apply = (text: string, title: string): string | undefined => {
    const [plain, offset] = marked(text);
    const found = language
      .fixes(plain, { start: offset, end: offset })
      .find((one) => one.title === title);
    return found && applyFix(plain, found);
  };

  test("a fix or a rewriting of the part at the cursor has this result", () => {
    expect(apply("{pri|ce} = BLANK()", "write ISBLANK")).toBe("ISBLANK({price})");
    expect(apply('{country} |!= ""', "write ISBLANK")).toBe("NOT(ISBLANK({country}))");
    expect(apply("ISBLANK({price}|) = TRUE()", "write = BLANK()")).toBe(
      "({price} = BLANK()) = TRUE()",
    );
    expect(apply("{price} |> 3", "wrap in NOT")).toBe("NOT({price} > 3)");
    expect(apply("pri|ce > 3", "write the field in braces")).toBe("{price} > 3");
    expect(apply("{pri|ce} > 3", "write the field without braces")).toBe("price > 3");
    expect(apply("{price}|>3", "format the formula")).toBe("{price} > 3");
    expect(language.fixes("{prise} > 3", { start: 1, end: 1 })[0]).toMatchObject({
      kind: "quickfix",
      diagnostic: { code: "unknown-field" },
    });
  });

  test("rewritings of a blank keep the value", () => {
    const record = {
      vin: "",
      country: "",
      price: null,
      tax: 0,
      sold: false,
      createdAt: null,
      optionCodes: [],
    };
    for (const name of schema.fields.keys()) {
      const [before, after] = [
        `{${name}} = BLANK()`,
        apply(`{${name}} =| BLANK()`, "write ISBLANK"),
      ];
      const [one, other] = [before, after ?? ""].map((text) =>
        compileOrThrow(text, schema).evaluate(record),
      );
      expect(other, name).toEqual(one);
    }
  });

  test("references are found and renamed", () => {
    const text = "AND(price > 3, {price} < $most, PRICE(1)";
    expect(language.references(text, 5).map(({ span }) => span.start)).toEqual([4, 15]);
    const renamed = language.rename(text, 5, "net price");
    expect(renamed.ok && applyFix(text, { title: "", edits: renamed.edits })).toBe(
      "AND({net price} > 3, {net price} < $most, PRICE(1)",
    );
    expect(language.rename(text, 1, "OR")).toMatchObject({ ok: false });
    expect(language.rename(text, 27, "a b")).toMatchObject({ ok: false });
  });

  test("selections grow, and folds take several lines", () => {
    const text = "AND(\n  {price} > 3,\n  {tax}\n)";
    const spans = language.selections(text, text.indexOf("price"));
    expect(spans.map(({ start, end }) => text.slice(start, end)).slice(0, 3)).toEqual([
      "price",
      "{price}",
      "{price} > 3",
    ]);
    expect(spans.at(-1)).toEqual({ start: 0, end: text.length });
    expect(language.folds(text)).toEqual([{ start: 4, end: text.length - 1 }]);
  });
});

test("values have an explanation, also for the valid parts of a broken formula", () => {
  const shown = (text: string, record: object, parameters?: object) =>
    language
      .values(text, record, { ...parameters })
      .map(({ span, shown: value }) => `${text.slice(span.start, span.end)} ${value}`);
  const given = { most: 3 };
  expect(shown("AND({price} < $most, {sold})", { price: 2 }, given)).toEqual([
    "AND({price} < $most, {sold}) FALSE",
    "{price} < $most TRUE",
    "{price} 2",
    "$most 3",
    "{sold} FALSE",
  ]);
  expect(shown("AND({price} < 3, {oops} = 1, ", { price: 2 }, given)).toContain("{price} < 3 TRUE");
  const [part] = language.values("{price} / {tax}", { price: 1, tax: 0 });
  expect(part).toMatchObject({ value: ERROR, shown: "error", holds: null });
});
