import { beforeAll, describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { ColumnGroups } from "../../../src/apps/playground/distribution/column-groups.ts";
import { DistributionReader } from "../../../src/apps/playground/distribution/distribution-reader.ts";
import {
  ServiceGroups,
  ServiceRefusal,
} from "../../../src/apps/playground/distribution/service-groups.ts";
import { Columns } from "../../../src/columns.ts";
import { MemoryStore } from "../../../src/data/stores/index.ts";
import { defineSchema } from "../../../src/index.ts";
import { jsonOf } from "../service/harness/client.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "../service/harness/serve.ts";

serviceTests();

const NEVER = new AbortController().signal;
const cars = someCars(400);
const schema = defineSchema({
  "id / of": { type: "text", key: true },
  tags: "list",
  sold: "boolean",
  share: { formula: "1 / {n}" },
  n: "number",
  word: { formula: 'IF({n} = 0, ERROR(), {id / of} & "!")' },
});
const rows = Array.from({ length: 3_000 }, (_, index) => ({
  "id / of": `r${index}`,
  tags: [`t${index % 1_500}`, "all"],
  sold: index % 3 === 0,
  n: index % 5,
}));
let service: Served;

beforeAll(async () => {
  const odd = await MemoryStore.from(rows, schema);
  service = await serve({
    collections: { cars: { store: await carStore(cars) }, odd: { store: odd } },
  });
});

function serviceGroups(collection: string): ServiceGroups {
  return new ServiceGroups(async (path, body) => {
    const answer = await service.ask(`/${collection}${path}`, body === undefined ? {} : { body });
    if (answer.status === 200) return jsonOf(answer);
    const { detail = "", errors = [] } = jsonOf(answer) as {
      detail?: string;
      errors?: { code: string }[];
    };
    throw new ServiceRefusal(
      detail,
      errors.map(({ code }) => code),
    );
  });
}

describe("the distribution of a service's records", () => {
  it.each([...demoSchema.fields.keys()])(
    "%s: equals that of the same records in columns",
    async (field) => {
      const reader = new DistributionReader(demoSchema, serviceGroups("cars"));
      const columns = new DistributionReader(
        demoSchema,
        new ColumnGroups(Columns.from(cars, demoSchema)),
      );
      for (const formula of ["", '{country} = "Italy"']) {
        expect(await reader.read(field, formula, NEVER)).toEqual(
          await columns.read(field, formula, NEVER),
        );
      }
    },
  );

  it.each([...schema.fields.keys()])(
    "%s: equals it with errors, lists and more values than are listed",
    async (field) => {
      const reader = new DistributionReader(schema, serviceGroups("odd"));
      const columns = new DistributionReader(schema, new ColumnGroups(Columns.from(rows, schema)));
      const found = await reader.read(field, "{n} != 2", NEVER);
      const same = await columns.read(field, "{n} != 2", NEVER);
      // Which of the equally frequent values have a bar is not said.
      if (found.kind === "bars" && field !== "sold") {
        expect(same).toMatchObject({ kind: "bars", blanks: found.blanks, errors: found.errors });
        expect(found.bars.length).toBe(12);
        for (const { value, matching } of found.bars) {
          const counted = rows.filter(
            (row) =>
              row.n !== 2 &&
              (field === "tags"
                ? row.tags.includes(String(value))
                : [row["id / of"], `${row["id / of"]}!`].includes(String(value))),
          );
          expect(matching, String(value)).toBe(counted.length);
        }
      } else expect(found).toEqual(same);
    },
  );

  it("reports why the service refuses", async () => {
    const reader = new DistributionReader(demoSchema, serviceGroups("none"));
    await expect(reader.read("price", "", NEVER)).rejects.toThrow(ServiceRefusal);
  });
});
