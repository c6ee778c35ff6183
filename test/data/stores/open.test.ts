import { pathToFileURL } from "node:url";
import {
  Field as ArrowField,
  Int32,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { openStore, type StoreOptions } from "../../../src/data/stores/open-store.ts";
import type { Store } from "../../../src/data/stores/store.ts";
import { StoreError } from "../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../src/engine/index.ts";
import { defineSchema } from "../../../src/language/schema/index.ts";
import { load } from "../../engines/install.ts";
import { useFolder } from "./files/folder.ts";
import { errorOf } from "./files/read-all.ts";
import { take } from "./memory/take.ts";

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

const folder = useFolder();

async function using<T>(store: Store, work: (store: Store) => Promise<T> | T): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const problemOf = async (source: string, options: StoreOptions = {}): Promise<string> => {
  const error = await errorOf(openStore(source, options));
  if (!(error instanceof StoreError)) throw error;
  expect(error.code).toBe("setup");
  return error.message;
};

describe("a file", () => {
  it("is opened by its path or its URL", async () => {
    const path = folder.write("cars of all.ndjson", '{"vin":"A","price":1}');
    for (const source of [path, `file:${path}`, pathToFileURL(path).href]) {
      const store = await openStore(source, { key: "vin", watch: false });
      await using(store, async () => {
        expect(store.kind).toBe("memory");
        expect(await take(store, {})).toEqual([{ vin: "A", price: 1 }]);
      });
    }
  });

  it("is written as the options say", async () => {
    const path = folder.write(
      "german.csv",
      Buffer.from("vin;preis;tag\nM\xfc;1.234,50;29.02.2024\n", "latin1"),
    );
    const store = await openStore(path, {
      key: "vin",
      encoding: "windows-1252",
      decimal: ",",
      dateFormats: ["DD.MM.YYYY"],
      watch: false,
    });
    await using(store, async () => {
      expect(await take(store, {})).toEqual([
        { vin: "Mü", preis: 1234.5, tag: new Date("2024-02-29T00:00:00.000Z") },
      ]);
    });
    await expect(openStore(path, { delimiter: "ab" })).rejects.toThrow(TypeError);
    await expect(openStore(path, { encoding: "utf-9" as "utf-8" })).rejects.toThrow(TypeError);
    await expect(openStore(path, { format: "xml" as "csv" })).rejects.toThrow(TypeError);
  });

  it("is one of several, which are one table", async () => {
    const first = folder.write("some-1.csv", "vin,price\nB,2\n");
    folder.write("some-2.csv", "price,vin\n1,A\n");
    const last = folder.write("more.ndjson", '{"vin":"C"}\n');
    const options = { key: "vin", watch: false } as const;
    const store = await openStore([folder.path("some-*.csv"), first, last], options);
    await using(store, async () => {
      expect(await take(store, {})).toEqual([
        { vin: "A", price: 1 },
        { vin: "B", price: 2 },
        { vin: "C", price: null },
      ]);
    });
    const other = folder.write("other.csv", "vin,price,tax\nD,1,1\n");
    expect(await errorOf(openStore([first, other], options))).toMatchObject({
      code: "data",
      message: `${other}: the file before has no \`tax\``,
    });
    const again = folder.write("again.csv", "vin,price\nX,1\nB,1\n");
    expect(await errorOf(openStore([first, again], options))).toMatchObject({
      code: "data",
      message: `${again}, line 3: the key \`vin\` is \`"B"\`, as it is at ${first}, line 2`,
    });
    expect(await problemOf("sqlite:cars.db", { table: "cars", delimiter: ";" })).toBe(
      "the option `delimiter` is for files, not for a database",
    );
    for (const [name, options] of Object.entries({
      table: { table: "cars" },
      from: { from: "cars c" },
      columns: { columns: { price: { column: "cost" } } },
    })) {
      expect(await problemOf(first, options)).toContain(
        `the option \`${name}\` is for databases, not for a file: leave it out`,
      );
    }
    expect(await errorOf(openStore([first, "sqlite:cars.db"]))).toMatchObject({
      message: "several sources are files, not databases",
    });
    expect(await problemOf(folder.path("none-*.csv"))).toContain("there is no such file");
  });

  it("names the columns that are no field", async () => {
    const bytes = tableToIPC(
      new Table({
        vin: vectorFromArray(["A"], new Utf8()),
        place: vectorFromArray([{ x: 1 }], new Struct([new ArrowField("x", new Int32())])),
      }),
    );
    const path = folder.write("left.arrows", bytes);
    const store = await openStore(path, { key: "vin", watch: false });
    await using(store, () => {
      expect(store.refused).toEqual([
        { column: "place", type: "", reason: "a structure is not a value of a field" },
      ]);
    });
    const schema = defineSchema({ vin: { type: "text", key: true } });
    const chosen = await openStore(path, { schema, watch: false });
    await using(chosen, () => expect(chosen.refused).toEqual([]));
  });

  it("needs a key", async () => {
    const path = folder.write("keyless.ndjson", '{"vin":"A","price":1}');
    expect(await problemOf(path)).toContain("which field identifies a record");
  });
});

describe("a source", () => {
  it("of an unknown kind is an error that names the known ones", async () => {
    expect(await problemOf("oracle://localhost/cars")).toMatch(
      /^there is no store for oracle: \(known are .*file:\)$/,
    );
  });
});

describe("a database's table", () => {
  let source = "";
  let options: StoreOptions = {};

  beforeAll(async () => {
    const driver = load<DuckDb>("@duckdb/node-api");
    const path = folder.path("cars.duckdb");
    const instance = await driver.DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(
      `CREATE TABLE cars (vin VARCHAR PRIMARY KEY, price DECIMAL(9, 2), is_new BOOLEAN, sold BIGINT, codes VARCHAR[], flag INTEGER,
        tags VARCHAR, id UUID, pair STRUCT(a INTEGER));
       INSERT INTO cars VALUES ('B', 2.5, true, 0, ['x'], 1, 'a,b', '00112233-4455-6677-8899-aabbccddeeff', NULL), ('A', NULL, false, NULL, NULL, 0, NULL, NULL, NULL);
       CREATE VIEW keyless AS SELECT vin, price FROM cars;
       COPY cars TO '${folder.path("cars.parquet")}' (FORMAT parquet);
       CREATE VIEW filed AS SELECT * FROM '${folder.path("cars.parquet")}'`,
    );
    connection.closeSync();
    instance.closeSync();
    source = `duckdb:${path}`;
    options = { driver, table: "cars" };
  });

  it("has fields and a key", async () => {
    await using(await openStore(source, options), async (store) => {
      expect(store.kind).toBe("duckdb");
      expect(store.schema.key?.name).toBe("vin");
      const types = [...store.schema.fields].map(([name, { type }]) => [name, type]);
      expect(Object.fromEntries(types)).toEqual({
        vin: "text",
        price: "number",
        is_new: "boolean",
        sold: "number",
        codes: "list",
        flag: "number",
        tags: "text",
        id: "text",
      });
      expect(await take(store, { fields: ["vin", "price"] })).toEqual([
        { vin: "A", price: null },
        { vin: "B", price: 2.5 },
      ]);
    });
  });

  it("needs a key if it has no primary key", async () => {
    const keyless = { ...options, table: "keyless" };
    expect(await problemOf(source, keyless)).toMatch(
      /^the table `keyless`: it is not known which field identifies a record/,
    );
    await using(await openStore(source, { ...keyless, key: "vin" }), async (store) => {
      expect(await take(store, {})).toHaveLength(2);
    });
  });

  it("has fields with other names, and of other columns than the catalogue describes", async () => {
    const store = await openStore(source, {
      ...options,
      schema: defineSchema({
        key: { type: "text", key: true },
        isNew: "boolean",
        soldAt: "date",
        flag: "boolean",
        tags: "list",
        vin: { type: "number", hidden: true },
      }),
      columns: {
        key: { column: "vin" },
        isNew: { column: "is_new" },
        soldAt: { column: "sold", storage: "epochMilliseconds" },
        flag: { storage: "integer" },
        tags: { storage: "delimited" },
      },
    });
    await using(store, async () => {
      expect(await take(store, {})).toEqual([
        { key: "A", isNew: false, soldAt: null, flag: false, tags: null },
        { key: "B", isNew: true, soldAt: new Date(0), flag: true, tags: ["a", "b"] },
      ]);
      const filter = compileOrThrow("AND({flag}, {isNew}, {soldAt} = '1970-01-01')", store.schema);
      expect(await take(store, { filter, fields: ["key"] })).toEqual([{ key: "B" }]);
    });
  });

  it("reports a page that would start after a rounded integer", async () => {
    const schema = defineSchema({ vin: { type: "text", key: true }, sold: "number" });
    const store = await openStore(source, {
      ...options,
      schema,
      columns: { sold: { storage: "bigint" } },
    });
    await using(store, async () => {
      const query = { sort: [{ field: "sold" }] };
      expect(await take(store, { ...query, after: { vin: "B", sold: -1 } })).toHaveLength(2);
      await expect(
        take(store, { ...query, after: { vin: "B", sold: 2 ** 53 } }),
      ).rejects.toMatchObject({
        code: "position",
        message: expect.stringMatching(/make the field a text/),
      });
    });
  });

  it("has a renamed column under that name only", async () => {
    const columns = { cost: { column: "price" } };
    await using(await openStore(source, { ...options, columns }), (store) => {
      expect([...store.schema.fields.keys()].slice(0, 2)).toEqual(["vin", "cost"]);
    });
  });

  it("renames, omits, converts and computes fields as the program describes them", async () => {
    const describe: NonNullable<StoreOptions["describe"]> = {
      fields: {
        price: { name: "cost" },
        sold: false,
        flag: { type: "boolean", storage: "integer" },
        loud: { type: "text", sql: "upper(vin) || '!'" },
        codes: { choices: ["x", "y"] },
        pair: false,
      },
      hidden: ["is_new", "id"],
    };
    await using(await openStore(source, { ...options, describe }), async (store) => {
      expect(store.refused).toEqual([]);
      expect(store.schema.fields.get("codes")?.choices).toEqual(["x", "y"]);
      const filter = compileOrThrow('AND({loud} = "B!", {flag}, {cost} = 2.5)', store.schema);
      expect(await take(store, { filter })).toEqual([
        { vin: "B", cost: 2.5, codes: ["x"], flag: true, tags: "a,b", loud: "B!" },
      ]);
      expect(() => compileOrThrow("{is_new}", store.schema)).toThrow("there is no field `is_new`");
    });
    const columns = { paid: { column: "price" } };
    await using(await openStore(source, { ...options, describe, columns }), async (store) => {
      expect(await take(store, { fields: ["paid", "loud"] })).toEqual([
        { paid: null, loud: "A!" },
        { paid: 2.5, loud: "B!" },
      ]);
    });
    await using(
      await openStore(source, { ...options, table: "keyless", key: "vin", describe: {} }),
      async (store) => expect(await take(store, {})).toHaveLength(2),
    );
    // A view of a Parquet file.
    const file = {
      ...options,
      table: "filed",
      key: "both",
      describe: { fields: { both: { type: "text", sql: "vin || '/' || flag" } } },
    } satisfies StoreOptions;
    await using(await openStore(source, file), async (store) => {
      expect(store.schema.key?.name).toBe("both");
      const filter = compileOrThrow('{both} = "B/1"', store.schema);
      expect(await take(store, { filter, fields: ["vin"] })).toEqual([{ vin: "B" }]);
    });
  });

  it("is not described otherwise if a mistake is in it", async () => {
    const mistake = { fields: { prize: { name: "cost" } } };
    expect(await problemOf(source, { ...options, describe: mistake })).toMatch(
      /^`fields` names `prize`, .*; did you mean `price`\?$/,
    );
    expect(
      await problemOf(source, {
        ...options,
        describe: {},
        schema: defineSchema({ vin: { type: "text", key: true } }),
      }),
    ).toMatch(/^`describe` is about fields of the database's catalogue, but there is a `schema`/);
    expect(await problemOf(folder.path("nothing.csv"), { describe: {} })).toBe(
      "the option `describe` is for databases, not for a file: give a `schema`",
    );
    const wrong: object = { describe: { hidden: "id" } };
    await expect(openStore(source, { ...options, ...wrong })).rejects.toThrow(
      "`openStore`: the option `hidden` must be an array of texts",
    );
  });

  it("that does not fit the schema is an error with the reason", async () => {
    const withSchema = (fields: Parameters<typeof defineSchema>[0]): StoreOptions => ({
      ...options,
      schema: defineSchema({ vin: { type: "text", key: true }, ...fields }),
    });
    expect(await problemOf(source, withSchema({ wheels: "number" }))).toBe(
      "the table `cars`: there is no column `wheels` for the field `wheels` (the columns are `vin`, `price`, `is_new`, `sold`, `codes`, `flag`, `tags`, `id`)",
    );
    expect(await problemOf(source, withSchema({ pair: "text" }))).toMatch(
      /^the table `cars`: the column `pair` cannot be a field: a record cannot be a value of a formula/,
    );
    expect(await problemOf(source, withSchema({ price: "text" }))).toBe(
      "the table `cars`: `price` is a text, but its column is a number: say in `columns` how it is stored, or change the schema",
    );
    const columns = { cost: { column: "prize" } };
    expect(await problemOf(source, { ...options, columns })).toMatch(
      /^the table `cars`: there is no column `prize` for the field `cost`/,
    );
    expect(await problemOf(source, { ...options, key: "price" })).toBe(
      "the key is set to `price`, but the schema's key is `vin`",
    );
  });

  it("needs an existing name", async () => {
    const { table: _table, ...nameless } = options;
    expect(await problemOf(source, nameless)).toBe(
      "the table is missing: give the option `table`, or `from`",
    );
    expect(await problemOf(source, { ...options, table: "trucks" })).toMatch(/`trucks`/);
  });
});
