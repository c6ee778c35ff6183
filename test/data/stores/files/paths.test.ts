import { describe, expect, it } from "vitest";
import { flatObject, pathReader } from "../../../../src/data/stores/files/paths.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { inChunks, readAll } from "./read-all.ts";

const lines = [
  '{"id":1,"address":{"city":"Rome","geo":{"lat":41.9,"tags":["a"]}}}',
  '{"id":2,"address":null}',
  '{"id":3,"address":{"geo":null}}',
].join("\n");

describe("objects inside others", () => {
  it("are fields by their paths", async () => {
    expect(await readAll(inChunks(Buffer.from(lines)), { format: "ndjson" })).toEqual([
      { id: 1, "address.city": "Rome", "address.geo.lat": 41.9, "address.geo.tags": ["a"] },
      { id: 2, "address.city": null, "address.geo.lat": null, "address.geo.tags": null },
      { id: 3, "address.city": null, "address.geo.lat": null, "address.geo.tags": null },
    ]);
  });

  it("are fields of a schema, too", async () => {
    const schema = defineSchema({ "address.city": "text", "address.geo.lat": "number" });
    const [first] = await readAll(inChunks(Buffer.from(lines)), { format: "ndjson", schema });
    expect(first).toEqual({ "address.city": "Rome", "address.geo.lat": 41.9 });
  });

  it("come after a property that has the whole name", () => {
    const object = { a: { b: 1, c: 2 }, "a.b": 3, "x.y": { z: { "1.2": 4 } } };
    expect(flatObject(object)).toEqual({ "a.b": 3, "a.c": 2, "x.y.z.1.2": 4 });
    for (const [name, value] of Object.entries(flatObject(object))) {
      expect(pathReader(name)(object)).toBe(value);
    }
  });

  it("do not read inherited properties", () => {
    for (const name of ["constructor.name", "a.constructor", "a.__proto__.x", "a..b", ".", "a."]) {
      expect(pathReader(name)({ a: {} })).toBeUndefined();
    }
    expect(pathReader("__proto__.x")(JSON.parse('{"__proto__":{"x":1}}'))).toBe(1);
    expect(
      Object.entries(flatObject(JSON.parse('{"__proto__":{"x":1},"b":{"__proto__":2}}'))),
    ).toEqual([
      ["__proto__.x", 1],
      ["b.__proto__", 2],
    ]);
  });

  it("that are very deep are no fields, and cause no error", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
    expect(flatObject(deep)).toEqual({});
    expect(pathReader(`a${".a".repeat(5)}`)(deep)).toBeTypeOf("object");
  });
});
