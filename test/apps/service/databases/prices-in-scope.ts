import { expect, it } from "vitest";
import { jsonOf, queryOf } from "../harness/client.ts";
import { schemaOf } from "../harness/scoped.ts";
import { describeServed, type StartedDatabase, serveTable } from "./serve-table.ts";

const LONG = "ABx".repeat(200_000);
const own = (notes: string) => [{ id: "1", dealer: "own", notes }];
const SCHEMA = schemaOf({ id: { type: "text", key: true }, dealer: "text", notes: "text" });
/** A scope that databases leave to memory, so that they return rows of others too. */
const SCOPE = 'LEN(REGEX_REPLACE({dealer}, "(?:o|w|n)+", "")) = 0';
/** The longest text decides whether it is too costly. */
const filterByFormula = 'LEN(REGEX_REPLACE({notes}, "(?:A|B).{300}x", "")) = 1';

/** An error for too long texts tells nothing about the texts of records that a key may not see. */
export function pricesInScope(database: StartedDatabase): void {
  for (const [title, name, notes, others] of [
    ["a long text of others", "prices_of_others", "short", LONG],
    ["a long text of its own", "own_prices", LONG, "short"],
  ] as const) {
    const records = [...own(notes), { id: "2", dealer: "b2", notes: others }];
    describeServed(
      `a key with a scope, and ${title}`,
      database,
      (started) =>
        serveTable(started, { name, schema: SCHEMA, records }, { key: { scope: SCOPE } }),
      (service) => {
        it.each(["", "&maxRecords=1", "&sort.0.field=notes&pageSize=5", "/count"])(
          "is refused only for its own: %s",
          async (rest) => {
            const [path, query] = rest.startsWith("/") ? [`/cars${rest}`, ""] : ["/cars", rest];
            const answer = await service().ask(`${path}${queryOf({ filterByFormula })}${query}`);
            expect(answer.status).toBe(notes === LONG ? 422 : 200);
            if (notes === LONG) expect(jsonOf(answer)).toMatchObject({ code: "too-costly" });
            else expect(jsonOf(answer)).toEqual(path === "/cars" ? [] : { count: 0 });
          },
        );
      },
    );
  }
}
