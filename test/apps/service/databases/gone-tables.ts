import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { demoSchema } from "../../../../src/apps/demo/index.ts";
import { jsonOf } from "../harness/client.ts";
import { replaceTable } from "../harness/databases.ts";
import { type Served, someCars } from "../harness/serve.ts";
import { type StartedDatabase, serveTable } from "./serve-table.ts";

/** The service says that it cannot serve, and says so to whoever asks whether it is ready. */
async function expectUnavailable(service: Served): Promise<void> {
  for (const path of ["/cars", "/cars?pageSize=5"]) {
    const answer = await service.ask(path);
    expect([answer.status, jsonOf(answer)]).toMatchObject([503, { code: "store-unavailable" }]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  const ready = await service.ask("/readyz");
  expect([ready.status, jsonOf(ready)]).toMatchObject([
    503,
    { status: "unavailable", collections: { cars: "unavailable" } },
  ]);
  expect((await service.ask("/livez")).status).toBe(200);
}

/** What is served if a table, or the file of all tables, is gone. These tests come last: the file does not come back. */
export function goneTables(database: StartedDatabase, name: string): void {
  const table = { name: "gone", schema: demoSchema, records: someCars(5) };

  describe("a table that is gone", () => {
    it("since it lost its columns is answered with 503, and the service is not ready", async () => {
      const service = await serveTable(database(), table);
      expect((await service.ask("/cars")).status).toBe(200);
      expect((await service.ask("/readyz")).status).toBe(200);
      await replaceTable(database(), table.name);
      await expectUnavailable(service);
    });

    if (name === "sqlite")
      it("with its file is answered with 503, and the service is not ready", async () => {
        const service = await serveTable(database(), { ...table, name: "removed" });
        expect((await service.ask("/cars")).status).toBe(200);
        rmSync(database().source.replace("sqlite:", ""));
        await expectUnavailable(service);
      });
  });
}
