import { expect, it } from "vitest";
import {
  type DescribedTable,
  describeTable,
} from "../../../src/backends/sql/describe/describe-table.ts";
import { postgres } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { askBy } from "./native/native-table.ts";

interface Pg {
  readonly Client: new (
    connection: object,
  ) => {
    connect(): Promise<void>;
    query(
      text: string,
      values: readonly string[],
    ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
    end(): Promise<void>;
  };
}

function shown({ schema, ...rest }: DescribedTable): unknown {
  return { ...rest, ...schema.toJSON() };
}

describeEngine(
  "the catalogue of PostgreSQL",
  () => openEngine("postgres"),
  (engine) => {
    it("is read from rows that are objects or lists", async () => {
      await engine().execute(
        "CREATE TABLE cars (vin text PRIMARY KEY, price numeric(9, 2) NOT NULL, tags text[])",
      );
      const { Client } = load<Pg>("pg");
      const client = new Client(engine().connection);
      await client.connect();
      const ask = async (text: string, params: readonly string[]) =>
        (await client.query(text, params)).rows;
      const byObjects = await describeTable(postgres, ask, "cars").finally(() => client.end());
      const byLists = await describeTable(postgres, askBy(engine()), "cars");
      expect(shown(byObjects)).toEqual(shown(byLists));
      expect(byObjects.columns.price).toEqual({ storage: "numeric(9,2)", notNull: true });
    });
  },
);
