import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import type { DriverOptions } from "../../../src/data/stores/sql/driver.ts";
import { expectFitProblem } from "../../apps/service/attacks/problem.ts";
import { readAnswers } from "../../apps/service/attacks/received.ts";
import { startedOnly } from "../../apps/service/databases/serve-table.ts";
import { type Answer, jsonOf, queryOf } from "../../apps/service/harness/client.ts";
import { DATABASES, type Database, fillTable } from "../../apps/service/harness/databases.ts";
import { carStore, serve, serviceTests, someCars } from "../../apps/service/harness/serve.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import type { Started } from "../../engines/engine.ts";
import { startSqliteFiles } from "../../engines/sqlite-files.ts";
import { need } from "../../harness/extent.ts";
import { becomes } from "../becomes.ts";
import { expectBelow, extent, figure } from "../figures.ts";
import {
  beginReading,
  filled,
  type Reading,
  readRest,
  SERVERS,
  type ServerDatabase,
  type Service,
  serveApart,
} from "./serve-apart.ts";

// Databases that end, stop, or run out of space while their records are streamed: no answer looks whole that is not, the service
// lives, says so, and serves again once the database does.

serviceTests();

const CONNECTIONS = 10;
const QUERY_MS = 2_000;

/** At least 13 MB as JSON: more than what lies between a reader who takes nothing and the database. */
const cars = someCars(extent(20_000, 30_000), 3);

const TYPES = ["application/json", "application/x-ndjson", "text/csv"] as const;

/** All cars in each format. */
const rightBodies = (async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const bodies = await Promise.all(
    TYPES.map(async (accept) => (await service.ask("/cars", { headers: { accept } })).body),
  );
  await service.stop();
  return bodies.map((body) => body.toString("latin1"));
})();

/** A sort that databases without an index for it need temporary files for. */
const SORTED = `/cars${queryOf({ filterByFormula: "{price} > 0" })}&sort.0.field=title&sort.0.direction=desc`;

/** A database with more cars than it sorts in little memory: SQLite sorts 16 MB in memory, and DuckDB as much as it may have. */
async function manyCars(start: () => Promise<Started<Database>>): Promise<string> {
  const started = await start();
  if (!started.ok) throw new Error(started.reason);
  onTestFinished(() => started.engine.close());
  const cars = someCars(extent(45_000, 60_000), 3);
  await (await fillTable(started.engine, "cars", demoSchema, cars)).close();
  return started.engine.source;
}

/** Limits the bytes of each file that the service writes, among them the temporary files of its databases. */
function limitFiles({ pid }: Service, most: string): void {
  execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${most}:`], { stdio: "pipe" });
}

/** An answer in each format, of which the beginning was read. */
async function beginAll(service: Service): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const accept of TYPES) readings.push(await beginReading(service, accept));
  expect(readings.map(({ status }) => status)).toEqual([200, 200, 200]);
  return readings;
}

/** Reads on. Returns how many of the answers were whole; each of those, and each beginning, is right. */
async function endAll(readings: readonly Reading[]): Promise<number> {
  const bodies = await rightBodies;
  let whole = 0;
  await Promise.all(readings.map(({ socket }) => readRest(socket)));
  for (const [index, { received }] of readings.entries()) {
    const body = bodies[index] ?? "";
    const text = received();
    const isWhole = isReadable(text);
    if (isWhole) {
      whole++;
      expect(readAnswers(text)[0]?.body === body, TYPES[index]).toBe(true);
    } else expect(body.startsWith(beginningOf(text)), TYPES[index]).toBe(true);
  }
  return whole;
}

function isReadable(text: string): boolean {
  try {
    readAnswers(text);
    return true;
  } catch {
    return false;
  }
}

/** The body of a chunked answer that was broken off, as far as its chunks are whole. */
function beginningOf(text: string): string {
  let at = text.indexOf("\r\n\r\n") + 4;
  let body = "";
  for (;;) {
    const end = text.indexOf("\r\n", at);
    const size = end === -1 ? Number.NaN : Number.parseInt(text.slice(at, end), 16);
    if (!(end + 2 + size <= text.length)) return body;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.isWhole]).toEqual([503, true]);
  expect(jsonOf(answer)).toMatchObject({
    code: expect.stringMatching(/^store-(unavailable|busy|timeout)$/),
  });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expectFitProblem(answer.headers["content-type"] ?? "", answer.text, "");
}

/** Asks for life again and again while the database fails. */
async function whileItLives(
  what: string,
  service: Service,
  work: () => Promise<void>,
): Promise<void> {
  const times: number[] = [];
  const done = new AbortController();
  const probing = (async () => {
    while (!done.signal.aborted) {
      const from = performance.now();
      expect((await service.ask("/livez")).status).toBe(200);
      times.push(performance.now() - from);
      await sleep(10);
    }
  })();
  await Promise.race([work(), probing]).finally(() => done.abort());
  await probing;
  expectBelow(`${what}: /livez on new connections, longest`, Math.max(...times), 2_000, "ms");
}

const readyOf = async (service: Service): Promise<number> => (await service.ask("/readyz")).status;

async function expectServesAgain(name: string, service: Service): Promise<void> {
  const from = performance.now();
  await becomes("readiness", () => readyOf(service), 200);
  const served = async (): Promise<boolean> => {
    const { status, isWhole, body } = await service.ask("/cars");
    return status === 200 && isWhole && body.toString("latin1") === (await rightBodies)[0];
  };
  await becomes("a whole answer", served, true);
  figure(`${name}: all cars are served again after`, performance.now() - from, "ms");
}

/** One service for all faults of a database, so that what one of them leaves behind disturbs the next. */
function useService(database: () => Database, options: DriverOptions): () => Service {
  let service: Service | undefined;
  let end = (): void => undefined;

  beforeAll(async () => {
    const started = startedOnly(database);
    if (started === undefined) return;
    const limits = { acquireTimeoutMs: 500, ...options };
    service = await serveApart({ source: started.source, options: limits }, (ending) => {
      end = ending;
    });
  });

  afterAll(() => end());

  return () => {
    if (service === undefined) throw new Error("there is no service");
    return service;
  };
}

/** Leaves almost no space for the temporary files of a server, or gives it back. Throws where the server cannot be limited. */
type LimitSpace = (database: ServerDatabase, isLimited: boolean) => Promise<void>;

const LIMIT_SPACE: Readonly<Record<string, LimitSpace>> = {
  PostgreSQL: async (database, isLimited) => {
    const [pid] = await database.processes();
    // Only its owner may limit a process. New connections have processes of their own, which inherit the limit.
    const { uid, gid } = statSync(`/proc/${pid}`);
    const limit = isLimited ? "65536:" : "unlimited:";
    execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${limit}`], { uid, gid, stdio: "pipe" });
    await database.endSessions();
  },
  // Since MariaDB 11.5.
  MariaDB: (database, isLimited) =>
    database.execute(`SET GLOBAL max_tmp_total_space_usage = ${isLimited ? 65_536 : 0}`),
};

/** Why something cannot be done; `undefined` if it was done. */
async function whyNot(act: Promise<void> | undefined): Promise<string | undefined> {
  try {
    await act;
    return undefined;
  } catch (error) {
    return String(error).split("\n")[0];
  }
}

function serverFails(name: string, database: () => ServerDatabase): void {
  const served = useService(database, { connections: CONNECTIONS, timeoutMs: QUERY_MS });

  it("whose server is killed while records are streamed", async () => {
    await database().keep();
    const service = served();
    const readings = await beginAll(service);
    await whileItLives(`${name} is killed`, service, async () => {
      await database().crash();
      expect(await endAll(readings)).toBe(0);
      expectUnavailable(await service.ask("/cars"));
      expect(await readyOf(service)).toBe(503);
    });
    await database().restart();
    await expectServesAgain(`${name} was killed`, service);
  });

  it("whose server stops while records are streamed, and goes on", async () => {
    const service = served();
    const readings = await beginAll(service);
    const processes = await database().processes();
    const send = (signal: NodeJS.Signals): void => {
      for (const pid of processes) process.kill(pid, signal);
    };
    send("SIGSTOP");
    try {
      await whileItLives(`${name} is stopped`, service, async () => {
        const from = performance.now();
        expect(await endAll(readings)).toBe(0);
        figure(`${name} is stopped: answers are broken off after`, performance.now() - from, "ms");
        const asked = performance.now();
        expectUnavailable(await service.ask("/cars"));
        figure(`${name} is stopped: 503 after`, performance.now() - asked, "ms");
        expect(await readyOf(service)).toBe(503);
      });
    } finally {
      send("SIGCONT");
    }
    await expectServesAgain(`${name} was stopped`, service);
  });

  it("whose server has no space for the temporary files of a sort", async (context) => {
    const service = served();
    const sorted = (): Promise<Answer> => service.ask(SORTED);
    const right = await sorted();
    expect([right.status, right.isWhole]).toEqual([200, true]);
    const reason = await whyNot(LIMIT_SPACE[name]?.(database(), true));
    const missing = reason && `the temporary files of ${name} cannot be limited (${reason})`;
    need(context, { missing, isOptional: true });
    try {
      await whileItLives(`${name} without space`, service, async () => {
        expectUnavailable(await sorted());
        // What needs no space is served.
        expect((await service.ask("/cars?maxRecords=1")).status).toBe(200);
      });
    } finally {
      await LIMIT_SPACE[name]?.(database(), false);
    }
    const isRight = async (): Promise<boolean> => (await sorted()).body.equals(right.body);
    await becomes("a sorted answer that is right", isRight, true);
  });

  it("has no connection left at the end", async () => {
    await becomes("connections at work", () => database().running(), 0);
    expect(await database().connections()).toBeLessThanOrEqual(CONNECTIONS);
    expect(await served().stop()).toEqual([0, null]);
    await becomes("connections", () => database().connections(), 0);
  });
}

// The short form tries one server and one kind of damage.
for (const [name, start] of Object.entries(SERVERS).slice(0, extent(1, 2))) {
  describeEngine(`a service over ${name}`, filled<ServerDatabase>(start, cars), (database) =>
    serverFails(name, database),
  );
}

const DAMAGE: readonly (readonly [what: string, damage: (path: string) => void])[] = [
  ["is cut off", (path) => truncateSync(path, statSync(path).size >> 1)],
  ["is emptied", (path) => truncateSync(path, 0)],
  ["is deleted", (path) => rmSync(path)],
];

for (const name of ["sqlite", "duckdb"] as const) {
  const start = DATABASES[name];
  if (start === undefined) continue;
  describeEngine(`a service over ${name}`, filled(start, cars), (database) => {
    const served = useService(database, { connections: 4 });
    const pathOf = (): string => database().source.slice(name.length + 1);

    it.each(DAMAGE.slice(0, extent(1, 3)))(
      "whose file %s while records are streamed",
      async (what, damage) => {
        const service = served();
        const copy = `${pathOf()}.copy`;
        copyFileSync(pathOf(), copy);
        const readings = await beginAll(service);
        try {
          await whileItLives(`${name} ${what}`, service, async () => {
            damage(pathOf());
            figure(`${name} ${what}: whole answers`, await endAll(readings));
            const answer = await service.ask("/cars");
            figure(`${name} ${what}: the next request`, `${answer.status}, ${answer.isWhole}`);
            // A file that is corrupt does not come back by itself.
            if (answer.status === 500) expect(jsonOf(answer)).toMatchObject({ code: "internal" });
            else if (answer.status !== 200) expectUnavailable(answer);
            else if (answer.isWhole) {
              expect(answer.body.toString("latin1") === (await rightBodies)[0]).toBe(true);
            }
          });
        } finally {
          copyFileSync(copy, pathOf());
        }
        await expectServesAgain(`${name} ${what}`, service);
      },
    );

    if (name === "sqlite")
      it("whose file is locked by a writer", async () => {
        const service = served();
        const writer = (await startSqliteFiles()).open(pathOf());
        try {
          writer.exec("BEGIN EXCLUSIVE");
          await whileItLives("sqlite is locked", service, async () => {
            expectUnavailable(await service.ask("/cars"));
          });
          writer.exec("ROLLBACK");
        } finally {
          writer.close();
        }
        await expectServesAgain("sqlite was locked", service);
      });

    if (name === "sqlite")
      it("which has no space for the temporary files of a sort", async (context) => {
        const source = await manyCars(start);
        const service = await serveApart({ source, options: { connections: 2 } });
        const right = await service.ask(SORTED);
        expect([right.status, right.isWhole]).toEqual([200, true]);
        // One answer is sorted before the space runs out, and read afterwards.
        const begun = await beginReading(service, "application/json", SORTED);
        expect(begun.status).toBe(200);
        const missing = await whyNot((async () => limitFiles(service, "65536"))());
        need(context, { missing: missing && `files cannot be limited (${missing})` });
        await whileItLives("sqlite without space", service, async () => {
          await readRest(begun.socket);
          const text = begun.received();
          const body = right.body.toString("latin1");
          const isWhole = isReadable(text);
          figure("sqlite without space: the begun answer", isWhole ? "whole" : "broken off");
          if (isWhole) expect(readAnswers(text)[0]?.body === body).toBe(true);
          else expect(body.startsWith(beginningOf(text))).toBe(true);
          expectUnavailable(await service.ask(SORTED));
          expect((await service.ask("/cars?maxRecords=1")).status).toBe(200);
        });
        limitFiles(service, "unlimited");
        const isRight = async (): Promise<boolean> =>
          (await service.ask(SORTED)).body.equals(right.body);
        await becomes("a sorted answer that is right", isRight, true);
        expect(await service.stop()).toEqual([0, null]);
      });
    else
      it("which has little memory, and no space for the temporary files of a sort", async (context) => {
        const source = await manyCars(start);
        let right: Buffer | undefined;
        // How much memory the sort needs depends on the processors and on chance.
        for (const memory of [200, 40, 32, 12]) {
          const duckdb = { memory_limit: `${memory}MB` };
          const service = await serveApart({ source, options: { connections: 2 }, duckdb });
          const missing = await whyNot((async () => limitFiles(service, "65536"))());
          need(context, { missing: missing && `files cannot be limited (${missing})` });
          await whileItLives(`duckdb with ${memory} MB`, service, async () => {
            for (let round = 0; round < 3; round++) {
              const answer = await service.ask(SORTED);
              figure(`duckdb with ${memory} MB`, `${answer.status}, ${answer.isWhole}`);
              if (memory === 200) right ??= answer.body;
              if (memory === 200) expect([answer.status, answer.isWhole]).toEqual([200, true]);
              if (answer.status === 200 && answer.isWhole)
                expect(answer.body.equals(right ?? Buffer.of())).toBe(true);
              else if (answer.status !== 200) expectUnavailable(answer);
              if (memory === 12) expectUnavailable(answer);
            }
            expect((await service.ask("/cars?maxRecords=1")).status).toBe(200);
          });
          expect(await service.stop()).toEqual([0, null]);
        }
      });

    it("the service stops with exit code 0", async () => {
      expect(await served().stop()).toEqual([0, null]);
    });
  });
}
