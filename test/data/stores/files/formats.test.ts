import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { formatOf } from "../../../../src/data/stores/files/file-format.ts";
import { readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { useFolder } from "./folder.ts";
import { inChunks, NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

const schema = defineSchema({
  vin: { type: "text", key: true },
  price: "number",
  isNew: "boolean",
  soldAt: "date",
  codes: "list",
  note: "text",
});

const objects = [
  {
    vin: "A1",
    price: 12.5,
    isNew: true,
    soldAt: "2024-02-29T12:00:00Z",
    codes: ["AD15", "größer"],
    note: 'says "hi",\nthen leaves',
    extra: { a: 1 },
  },
  { note: "", vin: "B2", price: -0, isNew: false, soldAt: "2024-03-01", codes: [] },
  { vin: "C3", price: null },
];

const csv = [
  "extra,vin,price,isNew,soldAt,codes,note",
  'x,A1,12.5,TRUE,2024-02-29T12:00:00Z,"[""AD15"",""größer""]","says ""hi"",\nthen leaves"',
  ',B2,-0,false,2024-03-01,[],""',
  ",C3,,,,,",
  "",
].join("\n");

const expected = [
  {
    vin: "A1",
    price: 12.5,
    isNew: true,
    soldAt: new Date("2024-02-29T12:00:00Z"),
    codes: ["AD15", "größer"],
    note: 'says "hi",\nthen leaves',
  },
  { vin: "B2", price: 0, isNew: false, soldAt: new Date("2024-03-01"), codes: [], note: "" },
  { vin: "C3", price: null, isNew: null, soldAt: null, codes: null, note: null },
];

const ndjson = objects.map((object) => JSON.stringify(object)).join("\n");
const contents: Readonly<Record<string, string>> = {
  "cars.ndjson": ndjson,
  "cars.jsonl": `\n${ndjson}\r\n\r\n  \n`,
  "cars.json": JSON.stringify(objects),
  "pretty.json": ` \n${JSON.stringify(objects, undefined, 2)}\n`,
  "cars.csv": csv,
  "windows.CSV": csv.replaceAll(/\n(?!then)/g, "\r\n"),
};

describe.each(Object.entries(contents))("%s", (name, content) => {
  it("holds the same records, in the schema's order", async () => {
    const records = await readAll(folder.write(name, content), { schema });
    expect(records).toEqual(expected);
    expect(records.map((record) => Object.keys(record))).toEqual(
      expected.map(() => [...schema.fields.keys()]),
    );
  });

  it("holds them behind a byte order mark, and compressed", async () => {
    expect(await readAll(folder.write(name, `\uFEFF${content}`), { schema })).toEqual(expected);
    expect(await readAll(folder.write(`${name}.gz`, content), { schema })).toEqual(expected);
  });

  it("holds them for any chunks of the stream", async () => {
    const format = formatOf(name);
    for (const bytes of [
      Buffer.from(content),
      Buffer.from(`\uFEFF${content}`),
      gzipSync(content),
    ]) {
      for (const lengths of [[1], [2, 1], [3], [7, 5], [64]]) {
        expect(await readAll(inChunks(bytes, lengths), { schema, format })).toEqual(expected);
      }
    }
  });

  it("is read from standard input as from a file", async () => {
    const stream = createReadStream(folder.write(name, content));
    expect(await readAll(stream, { schema, format: formatOf(name) })).toEqual(expected);
  });

  it("has an inferred schema", async () => {
    const { schema: inferred, batches } = await readRecords(folder.write(name, content), {
      key: "vin",
      signal: NEVER,
    });
    expect(
      Object.fromEntries([...inferred.fields].map(([field, { type }]) => [field, type])),
    ).toEqual({
      vin: "text",
      price: "number",
      isNew: "boolean",
      soldAt: "date",
      codes: "list",
      note: "text",
      ...(name.toLowerCase().endsWith("csv") ? { extra: "text" } : { "extra.a": "number" }),
    });
    expect(inferred.key?.name).toBe("vin");
    const records: unknown[] = [];
    for await (const batch of batches) records.push(...batch.records);
    expect(records).toMatchObject(expected);
  });
});

describe("the schema of CSV", () => {
  const typesOf = async (text: string): Promise<unknown> => {
    const file = await readRecords(folder.write("types.csv", text), { signal: NEVER });
    const { schema: inferred } = file;
    await file.close();
    return Object.fromEntries([...inferred.fields].map(([field, { type }]) => [field, type]));
  };

  it("takes digits for a number only if they are written back the same", async () => {
    expect(
      await typesOf(
        "plain,zip,card,plus,exponent,space,mixed\n12.5,00501,4111111111111111,+49,1e6, 1,1\n-3,10001,1,+1,2e-3,2,x\n",
      ),
    ).toEqual({
      plain: "number",
      zip: "text",
      card: "text",
      plus: "text",
      exponent: "number",
      space: "text",
      mixed: "text",
    });
  });

  it("takes a column without values for texts", async () => {
    expect(await typesOf("a,b\n1,\n")).toEqual({ a: "number", b: "text" });
    expect(await typesOf("a,b\n")).toEqual({ a: "text", b: "text" });
  });

  it("takes lists for lists only if they hold texts", async () => {
    expect(await typesOf('a,b,c\n"[""x""]",[1],[x\n')).toEqual({
      a: "list",
      b: "text",
      c: "text",
    });
  });

  it("makes a text of a key that looks like a date, and leaves a number", async () => {
    const text = "day,number,yes\n2024-01-01,7,true\n";
    const keyed = async (key: string): Promise<unknown> => {
      const file = await readRecords(folder.write("key.csv", text), { key, signal: NEVER });
      await file.close();
      return file.schema.key?.type;
    };
    expect(await keyed("day")).toBe("text");
    expect(await keyed("number")).toBe("number");
    expect(await keyed("yes")).toBe("text");
  });
});

describe("CSV", () => {
  const pair = defineSchema({ a: "text", b: "text" });

  it("distinguishes the empty text from a blank", async () => {
    expect(await readAll(folder.write("blank.csv", 'a,b\n"",\n'), { schema: pair })).toEqual([
      { a: "", b: null },
    ]);
  });

  it("reads the empty text as a blank in fields of other types", async () => {
    const numbers = defineSchema({ a: "number", b: "date" });
    expect(await readAll(folder.write("blank.csv", 'a,b\n"",""\n'), { schema: numbers })).toEqual([
      { a: null, b: null },
    ]);
  });

  it("skips empty lines, but not a record of one blank", async () => {
    expect(await readAll(folder.write("lines.csv", "a,b\n\n1,2\n\n\n"), { schema: pair })).toEqual([
      { a: "1", b: "2" },
    ]);
    const one = defineSchema({ a: "text" });
    expect(await readAll(folder.write("lines.csv", "a\n\nx\n\n"), { schema: one })).toEqual([
      { a: null },
      { a: "x" },
      { a: null },
    ]);
  });

  it("may end without a line end", async () => {
    for (const end of ["1,2", '1,"2"', "1,", ',"2"', '"",""']) {
      const records = await readAll(folder.write("end.csv", `a,b\nx,y\n${end}`), { schema: pair });
      expect(records).toHaveLength(2);
    }
  });

  it("needs no name for a column without a field", async () => {
    const text = "a,,b,\n1,x,2,\n";
    expect(await readAll(folder.write("nameless.csv", text), { schema: pair })).toEqual([
      { a: "1", b: "2" },
    ]);
  });
});

describe("fields", () => {
  it("may be named like properties of Object.prototype", async () => {
    const hostile = defineSchema({
      ["__proto__"]: "text",
      constructor: "text",
      toString: "number",
      "0": "text",
    });
    const records = await readAll(
      folder.write("names.ndjson", '{"__proto__":"a","constructor":"b","0":"c"}\n{}'),
      { schema: hostile },
    );
    expect(records.map((record) => Object.entries(record).sort())).toEqual([
      [
        ["0", "c"],
        ["__proto__", "a"],
        ["constructor", "b"],
        ["toString", null],
      ],
      [
        ["0", null],
        ["__proto__", null],
        ["constructor", null],
        ["toString", null],
      ],
    ]);
  });

  it("that are hidden are not read", async () => {
    const partly = defineSchema({ vin: "text", secret: { type: "number", hidden: true } });
    const path = folder.write("hidden.ndjson", '{"vin":"A","secret":"not a number"}');
    expect(await readAll(path, { schema: partly })).toEqual([{ vin: "A" }]);
  });
});

describe("a large JSON array", () => {
  it("is read in batches, with a record longer than a chunk", async () => {
    const long = "x".repeat(3_000_000);
    const many = [
      ...Array.from({ length: 5000 }, (_, index) => ({ vin: `${index}`, note: '\\"]},{[' })),
      { vin: "long", note: long },
      { vin: "last" },
    ];
    const { batches } = await readRecords(folder.write("large.json", JSON.stringify(many)), {
      schema: defineSchema({ vin: "text", note: "text" }),
      signal: NEVER,
    });
    let count = 0;
    let last: unknown;
    for await (const { records, positions } of batches) {
      for (const [index, record] of records.entries()) {
        count++;
        expect(positions[index]).toBe(count);
        last = record;
        if (record.vin === "long") expect(record.note).toBe(long);
      }
    }
    expect(count).toBe(many.length);
    expect(last).toEqual({ vin: "last", note: null });
  });
});
