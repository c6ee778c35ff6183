import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { readAnswers } from "./attacks/received.ts";
import { openSocket } from "./harness/client.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
let store: MemoryStore;

beforeAll(async () => {
  store = await carStore(someCars(3));
});

describe("many pipelined requests on many connections at once", () => {
  it("are all answered in their order, and others beside them", async () => {
    const service = await serve({ collections: { cars: { store } } });
    const request = (path: string, ...headers: readonly string[]): string =>
      [`GET ${path} HTTP/1.1`, "host: x", `x-api-key: ${service.token}`, ...headers, "", ""].join(
        "\r\n",
      );
    const count = 300;
    const sent = Array.from({ length: count }, (_, index) =>
      request(`/cars?maxRecords=${1 + (index % 3)}&fields.0=vin`),
    ).join("");
    const received = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = await openSocket(service.port);
        return new Promise<string>((resolve) => {
          let text = "";
          socket.on("data", (bytes) => {
            text += bytes.toString("latin1");
          });
          socket.on("close", () => resolve(text));
          socket.write(sent + request("/livez", "connection: close"));
        });
      }),
    );
    expect((await service.ask("/livez")).status).toBe(200);
    for (const text of received) {
      const counts = readAnswers(text)
        .slice(0, count)
        .map(({ body }) => JSON.parse(body).length);
      expect(counts).toEqual(Array.from({ length: count }, (_, index) => 1 + (index % 3)));
    }
  });
});
