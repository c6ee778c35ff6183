import { describe, expect, it } from "vitest";
import { AnswerReader } from "../../../../src/data/stores/sql/clickhouse/clickhouse-response.ts";
import { openClickHouse } from "../../../../src/data/stores/sql/open-clickhouse.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import type { Started } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { type ContractDatabase, describeDriver } from "./driver-contract.ts";
import { type ContractServer, describeServer } from "./server-contract.ts";
import { type ClickHouseServer, PASSWORD, startClickHouseServer } from "./start-clickhouse.ts";

process.env.TZ = "Asia/Kathmandu";

const never = new AbortController().signal;

async function startDatabase(): Promise<Started<ContractDatabase>> {
  const started = await startClickHouseServer();
  return started.ok ? { ok: true, engine: databaseOf(started.engine) } : started;
}

async function startServer(): Promise<Started<ContractServer>> {
  const started = await startClickHouseServer();
  return started.ok ? { ok: true, engine: serverOf(started.engine) } : started;
}

function serverOf(server: ClickHouseServer): ContractServer {
  const { open, numbers, close } = databaseOf(server);
  const opening = (source: string) => () =>
    openClickHouse(source, { driver: load("@clickhouse/client") });
  return {
    open,
    numbers,
    close,
    running: () => server.running(),
    // Most of them cost it its process, which takes half a second to start.
    readers: 8,
    secret: PASSWORD,
    wrong: {
      password: [
        opening(`clickhouse://default:${encodeURIComponent(PASSWORD)}x@127.0.0.1:${server.port}`),
        "setup",
      ],
      database: [opening(server.source.replace(/default$/, "nowhere")), "setup"],
      host: [opening(server.source.replace(/:\d+\/default$/, ":1/default")), "unavailable"],
      tls: [opening(server.source.replace("clickhouse:", "clickhouses:")), "setup"],
      address: [opening(`clickhouse://default:${PASSWORD}@host:x`), "setup"],
    },
    crash: () => server.crash(),
    restart: () => server.restart(),
  };
}

function databaseOf(server: ClickHouseServer): ContractDatabase {
  return {
    open: (options) =>
      openClickHouse(server.source, { driver: load("@clickhouse/client"), ...options }),
    tables: () =>
      server.query("SELECT name FROM system.tables WHERE database = 'default' ORDER BY name"),
    running: () => server.running(),
    numbers: (count) => ({
      text: "SELECT number + 1 FROM numbers({p1:UInt64})",
      params: [count],
    }),
    endless: {
      text: "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1",
      params: [],
    },
    failing: {
      // Small blocks: the engine computes only a few ahead of its reader, so rows are sent before the block that fails.
      text: "SELECT throwIf(number = 200000) FROM numbers(300000) SETTINGS max_threads = 1, max_block_size = 1000",
      params: [],
    },
    close: () => server.close(),
  };
}

describeDriver("ClickHouse", startDatabase);

describeServer("ClickHouse", startServer);

describeEngine("answers of ClickHouse", startClickHouseServer, (server) => {
  it("that end with an exception are errors, in each style of exception", async () => {
    const { failing, open } = databaseOf(server());
    const driver = await open();
    try {
      for (const style of ["tag", "format", "plain"] as const) {
        await server().writeExceptions(style);
        let rows = 0;
        const read = async (): Promise<void> => {
          for await (const batch of driver.stream(failing, never)) rows += batch.length;
        };
        await expect(read(), style).rejects.toMatchObject({
          name: "StoreError",
          code: "data",
          message: expect.stringContaining("(395)"),
        });
        expect(rows, style).toBeGreaterThan(0);
        expect(rows, style).toBeLessThan(200_001);
      }
    } finally {
      await driver.close();
    }
  });

  it("have every number exactly", async () => {
    const driver = await databaseOf(server()).open();
    try {
      const text =
        "SELECT toInt64('9223372036854775807'), toUInt64('18446744073709551615'), -0.0, 0.1 + 0.2, 5e-324, nan, -inf, [inf], toDecimal128('0.1', 10), 'inf', NULL";
      for await (const rows of driver.stream({ text, params: [] }, never)) {
        expect(rows).toEqual([
          [
            "9223372036854775807",
            "18446744073709551615",
            -0,
            0.1 + 0.2,
            5e-324,
            Number.NaN,
            Number.NEGATIVE_INFINITY,
            ["inf"],
            "0.1",
            "inf",
            null,
          ],
        ]);
      }
    } finally {
      await driver.close();
    }
  });
});

/** What a server sends, cut off somewhere: by a proxy, it may be all that its length promised. */
describe("a truncated response of ClickHouse", () => {
  const head = '{\n\t"meta":\n\t[\n\t\t{"name": "c0", "type": "String"}\n\t],\n\n\t"data":\n\t[\n';
  const whole = `${head}\t\t["a]"],\n\t\t["Code: 1. DB::Exception: x"]\n\t],\n\n\t"rows": 2\n}\n`;

  const read = (text: string): readonly unknown[] => {
    const reader = new AnswerReader("ClickHouse");
    for (const byte of Buffer.from(text)) reader.push(Uint8Array.of(byte));
    reader.end();
    return reader.take(10);
  };

  it("is an error at any length", () => {
    expect(read(whole)).toEqual([["a]"], ["Code: 1. DB::Exception: x"]]);
    // The last is the end of a line.
    for (let length = 0; length < whole.length - 1; length++) {
      expect(() => read(whole.slice(0, length)), whole.slice(0, length)).toThrow(
        expect.objectContaining({ name: "StoreError" }),
      );
    }
  });
});
