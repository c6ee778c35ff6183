import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { FileStore } from "../../../src/data/stores/memory/file-store.ts";
import { start as startEngine } from "../../engines/engine.ts";
import { startSqliteFiles } from "../../engines/sqlite-files.ts";
import { need } from "../../harness/extent.ts";
import { untilAnswer } from "../../harness/until-answer.ts";
import { readAnswers } from "../service/attacks/received.ts";
import { openSocket } from "../service/harness/client.ts";
import { makePipe, NAMED_PIPES } from "../service/harness/programs.ts";
import { serve, serviceTests } from "../service/harness/serve.ts";
import { Collector } from "./collector.ts";
import { appearance, ENGINES, runCli, runIn, TestHost, temporaryFolder } from "./run-cli.ts";

serviceTests();

/** Cars with one currency: in what is half of one file and half of another, there would be two. */
function content(currency: string, count: number): string {
  const cars = [...demoCars(count, 8)];
  return cars.map((car) => `${JSON.stringify({ ...car, currency })}\n`).join("");
}

/** More than are read for their types. */
const COUNT = 15_000;
const OLD = content("EUR", COUNT);
const NEW = content("USD", COUNT);

const WAYS: Readonly<Record<string, (path: string, text: string) => void>> = {
  "by another that is renamed": (path, text) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  },
  "in its place": writeFileSync,
};

const currenciesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"currency":"(\w+)"/g)].map(([, currency = ""]) => currency));

test.each<[way: string, format: string]>([
  ["by another that is renamed", "ndjson"],
  ["in its place", "ndjson"],
  ["in its place", "json"],
])(
  "filter writes old records only, or fails, if its file is replaced %s while it reads, into %s",
  async (way, format) => {
    const path = join(temporaryFolder(), "cars.ndjson");
    writeFileSync(path, OLD);
    let goOn: () => void = () => undefined;
    const stdout = new Collector({
      goOn: new Promise((resolve) => {
        goOn = resolve;
      }),
    });
    const isBegun = once(stdout, "chunk");
    const args = ["filter", path, "{year} > 2000", "--format", format];
    const running = runIn(new TestHost({ stdout }), args);
    await isBegun;
    WAYS[way]?.(path, NEW);
    goOn();
    const { code, out, err } = await running;
    if (way === "in its place") {
      expect({ code, err }).toEqual({
        code: 3,
        err: `isoform: ${path}: the file changed while it was read\n`,
      });
      if (format === "json") expect(() => JSON.parse(out)).toThrow();
    } else {
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(currenciesOf(out)).toEqual(new Set(["EUR"]));
      expect(out.match(/"vin":/g)).toHaveLength(COUNT);
    }
  },
);

test("a service returns the records of one file while that file is overwritten in place", async () => {
  const path = join(temporaryFolder(), "cars.ndjson");
  // Some 18 MB: more than the system holds of an answer that nobody reads.
  const count = 40_000;
  writeFileSync(path, content("EUR", count));
  const store = await FileStore.open(path, { schema: demoSchema });
  const service = await serve({ collections: { cars: { store } } });
  const socket = await openSocket(service.port);
  const chunks: Buffer[] = [];
  socket.on("data", (bytes) => {
    chunks.push(bytes);
    if (chunks.length === 1) socket.pause();
  });
  const isBegun = once(socket, "data");
  socket.write(
    `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\nconnection: close\r\n\r\n`,
  );
  await isBegun;
  writeFileSync(path, NEW);
  // A request in the meantime gets the records of one file or of the other, never of both.
  await untilAnswer(
    "the new records",
    async () => {
      const currencies = currenciesOf((await service.ask("/cars?fields.0=currency")).text);
      expect(currencies.size).toBe(1);
      return [...currencies];
    },
    ([currency]) => currency === "USD",
  );
  const isClosed = once(socket, "close");
  socket.resume();
  await isClosed;
  const [answer] = readAnswers(Buffer.concat(chunks).toString("latin1"));
  expect(currenciesOf(answer?.body ?? "")).toEqual(new Set(["EUR"]));
  expect(answer?.body.match(/"vin":/g)).toHaveLength(count);
  await service.stop();
});

test("an import of a file that is written to meanwhile leaves no table", async (context) => {
  const started = await startEngine("SQLite", startSqliteFiles);
  need(context, { missing: started.ok ? undefined : started.reason });
  const folder = temporaryFolder();
  const path = join(folder, "cars.ndjson");
  writeFileSync(path, content("EUR", 40_000));
  const database = `sqlite:${join(folder, "cars.db")}`;
  // When the database appears, the first of the records have been read.
  const isBegun = appearance(folder, (names) => names.includes("cars.db"));
  const running = runCli(["import", path, database, "--key", "vin"], { cwd: ENGINES });
  await isBegun;
  writeFileSync(path, NEW);
  expect(await running).toMatchObject({
    code: 3,
    err: `isoform: ${path}: the file changed while it was read\n`,
  });
  writeFileSync(path, content("EUR", 10));
  // Nothing is in the way of the next one.
  expect(await runCli(["import", path, database, "--key", "vin"], { cwd: ENGINES })).toMatchObject({
    code: 0,
  });
});

test("a pipe does not count as a changed file", async (context) => {
  need(context, NAMED_PIPES);
  const path = join(temporaryFolder(), "cars.ndjson");
  makePipe(path);
  const running = runCli(["filter", path, "{year} > 2000", "--count"]);
  await writeFile(path, OLD);
  expect(await running).toMatchObject({ code: 0, out: `${COUNT}\n` });
});
