import { describe, expect, it } from "vitest";
import { schemaFrom } from "../../../../src/adapters.ts";
import { SchemaError } from "../../../../src/index.ts";
import { load } from "../../../engines/install.ts";

// The libraries are not installed where types are checked: this is what is used of them.
interface Builder {
  (...args: readonly unknown[]): Builder;
  readonly [name: string]: Builder;
}

/** The part of a result that a test compares. */
function read(description: unknown, options?: Parameters<typeof schemaFrom>[1]): object {
  const { schema, unmapped, required } = schemaFrom(description, options);
  return {
    fields: schema.toJSON().fields,
    unmapped: Object.fromEntries(unmapped.map(({ field, reason }) => [field, reason])),
    required,
  };
}

describe("schemaFrom with the schemas of other libraries", () => {
  it("reads the JSON Schema of zod, for OpenAPI 3.0 too", () => {
    const { z } = load<{ z: Builder }>("zod");
    const order = z.object?.({
      id: z.uuid?.(),
      total: z.number?.().nullable?.(),
      count: z.int?.().optional?.(),
      status: z.enum?.(["new", "paid"]).nullable?.().describe?.("The status."),
      at: z.iso?.datetime?.(),
      day: z.iso?.date?.().optional?.(),
      tags: z.array?.(z.string?.()),
      kind: z.literal?.(["a", "b"]),
      address: z.object?.({ city: z.string?.() }),
      either: z.union?.([z.string?.(), z.number?.()]),
      any: z.any?.(),
      sizes: z.array?.(z.number?.()),
      map: z.record?.(z.string?.(), z.string?.()),
    });
    const expected = {
      fields: {
        id: { type: "text", key: true },
        total: "number",
        count: "number",
        status: { type: "text", choices: ["new", "paid"], description: "The status." },
        at: { type: "date", time: true },
        day: { type: "date", time: false },
        tags: "list",
        kind: { type: "text", choices: ["a", "b"] },
      },
      unmapped: {
        address: "it is an object",
        either: "it has several types: text, number",
        any: "it has no type",
        sizes: "it is a list whose items are not texts",
        map: "it is an object",
      },
      required: ["id", "at", "tags", "kind"],
    };
    expect(read(z.toJSONSchema?.(order), { key: "id" })).toEqual(expected);
    const openApi = z.toJSONSchema?.(z.array?.(order), { target: "openapi-3.0" });
    expect(read(openApi, { key: "id" })).toEqual(expected);
    // Zod gives a schema its own property `~standard` when it is first read.
    expect(() => schemaFrom(z.object?.({ a: z.string?.() }))).toThrow(
      "this is a schema of a validation library: pass its JSON Schema, as `z.toJSONSchema(schema)`",
    );
    const variants = z.discriminatedUnion?.("kind", [
      z.object?.({ kind: z.literal?.("a"), x: z.string?.(), z: z.string?.() }),
      z.object?.({ kind: z.literal?.("b"), x: z.string?.(), y: z.number?.(), z: z.number?.() }),
    ]);
    expect(read(z.toJSONSchema?.(variants))).toEqual({
      fields: { kind: { type: "text", choices: ["a", "b"] }, x: "text", y: "number" },
      unmapped: { z: "it has several types: text, number" },
      required: ["kind", "x"],
    });
  });

  it("reads the JSON Schema of valibot", () => {
    const v = load<Builder>("valibot");
    const { toJsonSchema } = load<{ toJsonSchema(schema: unknown): object }>(
      "@valibot/to-json-schema",
    );
    const order = v.object?.({
      id: v.string?.(),
      total: v.nullable?.(v.number?.()),
      status: v.picklist?.(["new", "paid"]),
      at: v.pipe?.(v.string?.(), v.isoTimestamp?.()),
      tags: v.optional?.(v.array?.(v.string?.())),
      paid: v.boolean?.(),
    });
    expect(read(toJsonSchema(order))).toEqual({
      fields: {
        id: "text",
        total: "number",
        status: { type: "text", choices: ["new", "paid"] },
        at: { type: "date", time: true },
        tags: "list",
        paid: "boolean",
      },
      unmapped: {},
      required: ["id", "status", "at", "paid"],
    });
    expect(() => schemaFrom(order)).toThrow("this is a schema of a validation library");
  });

  it("reads the schemas of TypeBox", () => {
    const { Type } = load<{ Type: Builder }>("@sinclair/typebox");
    const order = Type.Object?.({
      id: Type.String?.({ format: "uuid", title: "The id." }),
      total: Type.Optional?.(Type.Union?.([Type.Number?.(), Type.Null?.()])),
      status: Type.Union?.([Type.Literal?.("new"), Type.Literal?.("paid")]),
      at: Type.Date?.(),
      tags: Type.Array?.(Type.String?.()),
      parts: Type.Recursive?.((self: unknown) => Type.Object?.({ parts: Type.Array?.(self) })),
    });
    expect(read(order)).toEqual({
      fields: {
        id: { type: "text", description: "The id." },
        total: "number",
        status: { type: "text", choices: ["new", "paid"] },
        at: { type: "date", time: true },
        tags: "list",
      },
      unmapped: { parts: "it is an object" },
      required: ["id", "status", "at", "tags"],
    });
  });

  it("reads tables of Drizzle, and the result of `getTableConfig`", () => {
    const pg = load<Builder>("drizzle-orm/pg-core");
    const orders = pg.pgTable?.("orders", {
      id: pg.uuid?.("id").primaryKey?.(),
      createdAt: pg.timestamp?.("created_at").notNull?.(),
      written: pg.timestamp?.("written", { mode: "string" }),
      day: pg.date?.("day"),
      total: pg.numeric?.("total"),
      price: pg.numeric?.("price", { mode: "number" }),
      count: pg.bigint?.("count", { mode: "bigint" }),
      tags: pg.text?.("tags").array?.(),
      sizes: pg.integer?.("sizes").array?.(),
      status: pg.pgEnum?.("status", ["new", "paid"])("status"),
      paid: pg.boolean?.("paid"),
      meta: pg.jsonb?.("meta"),
      place: pg.point?.("place"),
    });
    const unmapped = {
      written: 'its values are texts of dates: declare the column with `mode: "date"`',
      total: 'its values are texts of numbers: declare the column with `mode: "number"`',
      count: 'its values are BigInts: declare the column with `mode: "number"`',
      sizes: "it is a list whose items are not texts",
      meta: "no type has the values of a PgJsonb",
      place: "it is a list whose items are not texts",
    };
    const fields = {
      day: { type: "date", time: false },
      price: "number",
      tags: "list",
      status: { type: "text", choices: ["new", "paid"] },
      paid: "boolean",
      id: { type: "text", key: true },
    };
    const time = { type: "date", time: true };
    expect(read(orders)).toEqual({
      fields: { ...fields, createdAt: time },
      unmapped,
      required: ["id", "createdAt"],
    });
    expect(read(pg.getTableConfig?.(orders))).toEqual({
      fields: { ...fields, created_at: time },
      unmapped,
      required: ["id", "created_at"],
    });
    const { mysqlTable, datetime, decimal } = load<Builder>("drizzle-orm/mysql-core");
    expect(read(mysqlTable?.("t", { at: datetime?.("at"), sum: decimal?.("sum") }))).toEqual({
      fields: { at: time },
      unmapped: { sum: unmapped.total },
      required: [],
    });
  });
});

describe("schemaFrom", () => {
  it("reads the components of OpenAPI, and the definitions of Swagger and JSON Schema", () => {
    const schemas = {
      Order: {
        type: "object",
        required: ["id", "pin"],
        properties: {
          id: { type: "integer" },
          customer: { $ref: "#/components/schemas/Name" },
          named: { allOf: [{ $ref: "#/components/schemas/Name" }], nullable: true },
          pin: { type: "string", writeOnly: true },
          loop: { $ref: "#/components/schemas/Loop" },
          outside: { $ref: "other.json#/X" },
          missing: { $ref: "#/components/schemas/a~1b%20c" },
        },
      },
      Name: { type: ["string", "null"], description: "A name." },
      Loop: { $ref: "#/components/schemas/Loop" },
      Extended: {
        allOf: [
          { $ref: "#/components/schemas/Order" },
          { properties: { id: { minimum: 1 }, at: { format: "date", type: "string" } } },
        ],
      },
    };
    const unmapped = {
      pin: "it is write-only",
      loop: "`#/components/schemas/Loop` refers to itself",
      outside: "`other.json#/X` is another document: put all into one",
      missing: "the document has no `#/components/schemas/a~1b%20c`",
    };
    const name = { type: "text", description: "A name." };
    const fields = { id: "number", customer: name, named: "text" };
    const document = { openapi: "3.1.0", components: { schemas } };
    expect(read(document, { table: "Order" })).toEqual({ fields, unmapped, required: ["id"] });
    expect(read(document, { table: "Extended" })).toEqual({
      fields: { ...fields, at: { type: "date", time: false } },
      unmapped,
      required: ["id"],
    });
    const one = { properties: { constructor: { type: "string" } } };
    const expected = { fields: { constructor: "text" }, unmapped: {}, required: [] };
    for (const named of [{ swagger: "2.0", definitions: { One: one } }, { $defs: { One: one } }]) {
      expect(read(named)).toEqual(expected);
    }
  });

  it("reads the tables of Airtable's metadata by name or id", () => {
    const choices = [{ name: "new" }, { name: "paid" }];
    const fields = [
      { name: "Name", type: "singleLineText", description: "The name." },
      { name: "Status", type: "singleSelect", options: { choices } },
      { name: "Tags", type: "multipleSelects", options: { choices } },
      { name: "Done", type: "checkbox" },
      { name: "Price", type: "currency" },
      { name: "Customer", type: "multipleRecordLinks" },
      { name: "Total", type: "formula", options: { result: { type: "number" } } },
      { name: "Broken", type: "formula", options: { result: null } },
      { name: "Cities", type: "multipleLookupValues", options: { result: { type: "email" } } },
      { name: "Times", type: "multipleLookupValues", options: { result: { type: "createdTime" } } },
      { name: "Latest", type: "rollup", options: { result: { type: "lastModifiedTime" } } },
      { name: "Day", type: "date" },
      { name: "Created", type: "createdTime" },
      { name: "Created too", type: "createdTime" },
      { name: "Files", type: "multipleAttachments" },
      { name: "New", type: "hologram" },
      { name: "Day", type: "date" },
      { type: "date" },
      null,
    ];
    const tables = [
      { id: "tbl1", name: "Orders", fields },
      { id: "tbl2", name: "Other", fields: [] },
    ];
    const time = { type: "date", time: true };
    const expected = {
      fields: {
        Name: { type: "text", description: "The name." },
        Status: { type: "text", choices: ["new", "paid"] },
        Tags: { type: "list", choices: ["new", "paid"] },
        Done: "boolean",
        Price: "number",
        Customer: "list",
        Total: "number",
        Cities: "list",
        Latest: time,
        Day: { type: "date", time: false },
        Created: { type: "date", role: "created" },
        "Created too": time,
      },
      unmapped: {
        Broken: "Airtable reports an error for it",
        Times: "it is a list whose items are not texts",
        Files: "its values are objects",
        New: "the type `hologram` is unknown",
        Day: "another field has the same name",
        "fields[17]": "it has no name",
        "fields[18]": "it has no name",
      },
      required: [],
    };
    expect(read({ tables }, { table: "Orders" })).toEqual(expected);
    expect(read({ tables }, { table: "tbl1" })).toEqual(expected);
    expect(read(tables[0])).toEqual(expected);
  });

  it.each([
    ["nothing", undefined, {}, "a description is an object, not undefined"],
    ["a list", [], {}, "a description is an object, not an empty array"],
    ["a text", "{}", {}, "a description is an object, not the text `{}`"],
    [
      "an empty object",
      {},
      {},
      "this describes no records: pass a JSON Schema, a document of OpenAPI, a table of Drizzle or the metadata of Airtable",
    ],
    [
      "a schema of its own",
      { fields: { a: "text" } },
      {},
      "this is a schema of isoform already: `readSchema` reads it",
    ],
    ["no tables", { tables: [] }, {}, "tables: it is empty"],
    [
      "several schemas",
      { components: { schemas: { Order: {}, Customer: {} } } },
      {},
      "#/components/schemas: name one of several as the table: `Order`, `Customer`",
    ],
    [
      "a misspelt schema",
      { components: { schemas: { Order: {}, Customer: {} } } },
      { table: "Ordr" },
      "#/components/schemas: there is no `Ordr`; did you mean `Order`?; it has `Order`, `Customer`",
    ],
    [
      "a table of one schema",
      { properties: { a: { type: "string" } } },
      { table: "Order" },
      "this is one schema, without a table `Order`",
    ],
    ["properties of a wrong kind", { properties: 3 }, {}, "#/properties: it is not an object"],
    [
      "a schema of a text",
      { $defs: { One: { type: "string" } } },
      {},
      "#/$defs/One: it has no `properties`",
    ],
    ["a reference to itself", { $ref: "#" }, {}, "#: `#` refers to itself"],
    ["a part that is the whole", { allOf: [{ $ref: "#" }] }, {}, "it is nested too deeply"],
    [
      "an unknown key",
      { properties: { price: { type: "number" } } },
      { key: "prise" },
      "the key `prise` is not a field; did you mean `price`?",
    ],
    [
      "a list as the key",
      { properties: { a: { type: "array", items: { type: "string" } } } },
      { key: "a" },
      "field `a`",
    ],
  ])("refuses %s with its position", (_, description, options, message) => {
    expect(() => schemaFrom(description, options)).toThrow(SchemaError);
    expect(() => schemaFrom(description, options)).toThrow(message);
  });

  it("names each property that no type has", () => {
    const properties = JSON.parse(`{
      "__proto__": { "type": "string" },
      "": { "type": "string" },
      "all": true,
      "none": false,
      "null": { "type": "null" },
      "two": { "type": ["string", "number"] },
      "mixed": { "enum": [1, "a"] },
      "unknown": { "type": "str" },
      "record": { "$ref": "#" },
      "nested": { "type": "array", "items": { "$ref": "#/properties/nested" } },
      "open": { "type": "array" },
      "number": { "const": 5 }
    }`);
    const { schema, unmapped } = schemaFrom({ properties });
    expect([...schema.fields].map(([name, { type }]) => [name, type])).toEqual([
      ["__proto__", "text"],
      ["number", "number"],
    ]);
    expect(unmapped).toEqual([
      { field: "", reason: "its name is not well-formed text" },
      { field: "all", reason: "it has no type" },
      { field: "none", reason: "it is not described by a schema" },
      { field: "null", reason: "it has no type" },
      { field: "two", reason: "it has several types: text, number" },
      { field: "mixed", reason: "it has several types: number, text" },
      { field: "unknown", reason: "there is no type `str`" },
      { field: "record", reason: "it is an object" },
      { field: "nested", reason: "it is a list whose items are not texts" },
      { field: "open", reason: "it is a list whose items have no type" },
    ]);
  });

  it("ends for documents that grow when references are followed, and that are nested deeply", () => {
    const link = (to: number): object => ({ $ref: `#/$defs/d${to}` });
    const doubled = Array.from({ length: 60 }, (_, index) => [
      `d${index}`,
      { anyOf: [link(index + 1), link(index + 1)] },
    ]);
    const $defs = { ...Object.fromEntries(doubled), d60: { type: "string" } };
    const tooLarge = "#: it is too large with its references";
    expect(() => schemaFrom({ properties: { a: link(0) }, $defs })).toThrow(tooLarge);
    expect(() => schemaFrom({ ...link(0), $defs })).toThrow(tooLarge);
    let deep: object = { type: "string" };
    for (let level = 0; level < 100_000; level++) deep = { type: "array", items: deep };
    const { unmapped } = schemaFrom({ properties: { a: deep } });
    expect(unmapped).toEqual([{ field: "a", reason: "it is a list whose items are not texts" }]);
    expect(() => schemaFrom(deep)).toThrow("it is nested too deeply");
  });
});
