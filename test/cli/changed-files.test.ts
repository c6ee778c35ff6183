import { renameSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { demoCars, demoSchema } from "../../src/demo/index.ts";
import { openFileStore } from "../../src/stores/memory/file-store.ts";
import { start as startEngine } from "../engines/engine.ts";
import { startSqliteFiles } from "../engines/sqlite-files.ts";
import { need } from "../harness/extent.ts";
import { readAnswers } from "../service/attacks/received.ts";
import { openSocket } from "../service/harness/client.ts";
import { makePipe, NAMED_PIPES } from "../service/harness/programs.ts";
import { serve, serviceTests } from "../service/harness/serve.ts";
import { ENGINES, ended, runCli, start, temporaryFolder } from "./run-cli.ts";

serviceTests();

/** Some 18 MB, all with one currency: in what is half of one file and half of another, there would be two. */
function content(currency: string, count = 40_000): string {
  const cars = [...demoCars(count, 8)];
  return cars.map((car) => `${JSON.stringify({ ...car, currency })}\n`).join("");
}

const OLD = content("EUR");
const NEW = content("USD");

const WAYS: Readonly<Record<string, (path: string, text: string) => void>> = {
  "by another that is renamed": (path, text) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  },
  "in its place": writeFileSync,
};

const currenciesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"currency":"(\w+)"/g)].map(([, currency = ""]) => currency));

describe.each(Object.entries(WAYS))("a file that is replaced %s", (way, replace) => {
  test.each<[format: string]>([["ndjson"], ["json"]])(
    "while `filter` reads it, into %s",
    async (format) => {
      const path = join(temporaryFolder(), "cars.ndjson");
      writeFileSync(path, OLD);
      const child = start(["filter", path, "{year} > 2000", "--format", format]);
      // Its reader takes nothing at first, so that it waits in the middle of the file.
      await new Promise((resolve) => child.stdout?.once("readable", resolve));
      await sleep(500);
      replace(path, NEW);
      const { code, out, err } = await ended(child);
      if (way === "in its place") {
        expect({ code, err }).toEqual({
          code: 3,
          err: `isoform: ${path}: the file changed while it was read\n`,
        });
        if (format === "json") expect(() => JSON.parse(out)).toThrow();
      } else {
        expect({ code, err }).toEqual({ code: 0, err: "" });
        expect(currenciesOf(out)).toEqual(new Set(["EUR"]));
        expect(out.match(/"vin":/g)).toHaveLength(40_000);
      }
    },
  );

  test("while a service answers from it", async () => {
    const path = join(temporaryFolder(), "cars.ndjson");
    writeFileSync(path, OLD);
    const store = await openFileStore(path, { schema: demoSchema });
    const service = await serve({ collections: { cars: { store } } });
    const socket = await openSocket(service.port);
    const pieces: Buffer[] = [];
    socket.on("data", (bytes) => {
      pieces.push(bytes);
      if (pieces.length === 1) socket.pause();
    });
    socket.write(
      `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\nconnection: close\r\n\r\n`,
    );
    await expect.poll(() => pieces.length).toBe(1);
    replace(path, NEW);
    const first = async (): Promise<ReadonlySet<string>> =>
      currenciesOf((await service.ask("/cars?maxRecords=1")).text);
    // Whoever asks meanwhile gets all of the one, or all of the other.
    for (;;) {
      const { text } = await service.ask("/cars?fields.0=currency");
      const currencies = currenciesOf(text);
      expect(currencies.size).toBe(1);
      if (currencies.has("USD")) break;
    }
    expect(await first()).toEqual(new Set(["USD"]));
    socket.resume();
    await expect.poll(() => socket.closed).toBe(true);
    const [answer] = readAnswers(Buffer.concat(pieces).toString("latin1"));
    expect(currenciesOf(answer?.body ?? "")).toEqual(new Set(["EUR"]));
    expect(answer?.body.match(/"vin":/g)).toHaveLength(40_000);
    await service.stop();
  });
});

test("what is written into a file while it is imported leaves no table", async (context) => {
  const started = await startEngine("SQLite", startSqliteFiles);
  need(context, { missing: started.ok ? undefined : started.reason });
  const folder = temporaryFolder();
  const path = join(folder, "cars.ndjson");
  // So many that they are still read when the change comes, however late that is on a busy machine.
  writeFileSync(path, content("EUR", 400_000));
  const database = `sqlite:${join(folder, "cars.db")}`;
  const child = start(["import", path, database, "--key", "vin"], { cwd: ENGINES });
  const running = ended(child);
  // From the moment that the database is there, records are read.
  const size = (): number =>
    statSync(join(folder, "cars.db"), { throwIfNoEntry: false })?.size ?? 0;
  while (size() === 0) await sleep(5);
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

test("a pipe is no file that changes", async (context) => {
  need(context, NAMED_PIPES);
  const path = join(temporaryFolder(), "cars.ndjson");
  makePipe(path);
  const running = runCli(["filter", path, "{year} > 2000", "--count"]);
  await writeFile(path, OLD);
  expect(await running).toMatchObject({ code: 0, out: "40000\n" });
});
