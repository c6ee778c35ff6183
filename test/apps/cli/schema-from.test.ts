import { expect, it } from "vitest";
import { describeEngine } from "../../engines/describe-engine.ts";
import { startEngine } from "../../engines/engine.ts";
import { ENGINES, runCli } from "./run-cli.ts";

describeEngine(
  "schema from",
  () => startEngine("postgres"),
  (engine) => {
    const run = (...args: readonly string[]): ReturnType<typeof runCli> => {
      const { host, user, database } = engine().connection;
      const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
      return runCli(["schema", "from", source, ...args], { cwd: ENGINES });
    };

    it("writes fields and columns, and names the columns that are no field", async () => {
      await engine().execute(
        "CREATE TABLE shown (id uuid PRIMARY KEY, price numeric(8,2) NOT NULL, total numeric, took interval)",
      );
      const { code, out, err } = await run("--table", "public.shown");
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({
        table: "public.shown",
        schema: { fields: { id: { type: "text", key: true }, price: "number", total: "number" } },
        columns: {
          id: { storage: "uuid", notNull: true },
          price: { storage: "numeric(8,2)", notNull: true },
          total: { storage: "numeric" },
        },
      });
      expect(err).toMatch(
        /^the column took \(interval\) cannot be a field: the settings of the session decide/m,
      );
      expect(err).toMatch(/^look out: `total` is numeric/m);
    });

    it("reports the missing table", async () => {
      expect(await run()).toMatchObject({ code: 2 });
      const { err } = await run("--table", "nothing");
      expect(err).toContain("there is no table");
    });
  },
);
