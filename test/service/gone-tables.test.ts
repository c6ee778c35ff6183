import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { jsonOf } from "./harness/client.ts";
import { DATABASES, fillTable, replaceTable } from "./harness/databases.ts";
import { type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();

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

for (const [name, start] of Object.entries(DATABASES)) {
  describeEngine(name, start, (database) => {
    it("a table that lost its columns: 503, and the service is not ready", async () => {
      const store = await fillTable(database(), "gone", demoSchema, someCars(5));
      const service = await serve({ collections: { cars: { store } } });
      expect((await service.ask("/cars")).status).toBe(200);
      expect((await service.ask("/readyz")).status).toBe(200);
      await replaceTable(database(), "gone");
      await expectUnavailable(service);
      // DuckDB lets nobody else write as long as it is open.
      await service.stop();
    });

    if (name !== "sqlite") return;
    it("a file that was removed: 503, and the service is not ready", async () => {
      const store = await fillTable(database(), "removed", demoSchema, someCars(5));
      const service = await serve({ collections: { cars: { store } } });
      expect((await service.ask("/cars")).status).toBe(200);
      rmSync(database().source.replace("sqlite:", ""));
      await expectUnavailable(service);
      await service.stop();
    });
  });
}
