import { closeSync, existsSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoCars } from "../../../src/apps/demo/index.ts";
import { createKey, KeyFile } from "../../../src/apps/service/index.ts";
import { type Answer, ask } from "../../apps/service/harness/client.ts";
import { findProgram, neededProgram } from "../../apps/service/harness/programs.ts";
import { need } from "../../harness/extent.ts";
import { becomes } from "../becomes.ts";
import { extent, figure } from "../figures.ts";
import { floods, get, neverReads, readsSlowly } from "./attacks/acts.ts";
import { type Fixture, makeFixture, Target, type TargetOptions } from "./attacks/target.ts";

// The real program where something around it runs out or changes while it is attacked: its disk, a pipe, descriptors,
// its keys, its records; and its end.

const CARS = extent(2_000, 100_000);
const FLOOD_MS = extent(300, 4_000);
/** How long connections are held that say nothing. */
const HELD_MS = extent(1_500, 5_000);

let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(CARS);
});

afterAll(() => fixture.remove());

async function start(options: TargetOptions = {}): Promise<Target> {
  const target = await Target.start(fixture, options);
  onTestFinished(() => target.stop());
  return target;
}

function askOf({ url }: Target, path: string, token = fixture.honest): Promise<Answer> {
  return ask(`${url}${path}`, { headers: { "x-api-key": token } });
}

async function attack({ port }: Target, act: ReturnType<typeof floods>): Promise<void> {
  await act({ port, keys: fixture.attackers.whole, folder: fixture.folder });
}

/** Many requests, each of which writes a line to the log. */
const manyLines = floods({
  connections: 20,
  send: (time) => get(`/cars?maxRecords=1&n${time}=${"x".repeat(200)}`),
  forMs: FLOOD_MS,
});

async function expectItServes(target: Target): Promise<void> {
  expect((await askOf(target, "/livez")).status).toBe(200);
  // On a busy machine a store may take longer to answer than `/readyz` waits for it.
  await becomes("readiness", async () => (await askOf(target, "/readyz")).status, 200);
  expect(JSON.parse((await askOf(target, "/cars?maxRecords=2")).text)).toHaveLength(2);
}

/** Tells a service to stop. It ends well, and not by a signal. */
async function expectItEnds(target: Target): Promise<void> {
  const from = performance.now();
  target.process.kill("SIGTERM");
  expect(await target.ended).toBe("0");
  figure("ended after", performance.now() - from, "ms");
}

describe("a log that cannot be written", () => {
  it("a full disk", async (context) => {
    need(context, {
      missing: existsSync("/dev/full") ? undefined : "this system has no /dev/full",
    });
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const target = await start({ output: full });
    await attack(target, manyLines);
    await expectItServes(target);
    await expectItEnds(target);
  });

  it("a pipe that nobody reads", async () => {
    const target = await start({ output: "pipe" });
    target.process.stdout?.pause();
    await attack(target, manyLines);
    await expectItServes(target);
    await expectItEnds(target);
  });

  it("a pipe that is closed", async () => {
    const target = await start({ output: "pipe" });
    target.process.stdout?.destroy();
    await attack(target, manyLines);
    await expectItServes(target);
    await expectItEnds(target);
  });
});

describe("few descriptors", () => {
  const prlimit = findProgram("prlimit");
  const few = { under: [prlimit ?? "", "--nofile=512:512"] };

  it("silent connections do not lock others out for ever", async (context) => {
    need(context, neededProgram("prlimit", prlimit));
    const target = await start(few);
    await attack(target, neverReads({ connections: 700, send: "GET /cars HT", forMs: FLOOD_MS }));
    const held = attack(
      target,
      neverReads({ connections: 700, send: "GET /cars HT", forMs: HELD_MS }),
    );
    await becomes("life", () => askOf(target, "/livez").then(({ status }) => status, String), 200);
    await held;
    await expectItServes(target);
  });

  it("silent connections, nearly as many as descriptors, leave room for an honest client", async (context) => {
    need(context, neededProgram("prlimit", prlimit));
    const target = await start(few);
    const seen = new AbortController();
    const { signal } = seen;
    const held = attack(target, neverReads({ connections: 500, send: "", forMs: 60_000, signal }));
    for (let again = 0; again < extent(8, 20); again++) {
      await sleep(100);
      const answer = await askOf(target, "/cars?maxRecords=2", fixture.honest);
      expect(answer.status).toBe(200);
    }
    seen.abort();
    await held;
  });

  it("records that could not be read again are read later", async (context) => {
    need(context, neededProgram("prlimit", prlimit));
    const target = await start(few);
    const held = attack(
      target,
      neverReads({ connections: 700, send: "GET /cars HT", forMs: HELD_MS }),
    );
    replaceCars(7);
    await held;
    const count = async (): Promise<number> =>
      JSON.parse((await askOf(target, "/cars")).text).length;
    await becomes("the number of records", count, 7);
    replaceCars(CARS);
  });
});

function replaceCars(count: number): void {
  const draft = join(fixture.folder, "draft.ndjson");
  writeFileSync(draft, [...demoCars(count)].map((car) => `${JSON.stringify(car)}\n`).join(""));
  renameSync(draft, join(fixture.folder, "cars.ndjson"));
}

describe("files that change under attack", () => {
  it("a revoked key is soon refused, whatever else is requested", async () => {
    const { token, stored } = await KeyFile.add(fixture.keysPath, "short-lived");
    const target = await start();
    expect((await askOf(target, "/cars?maxRecords=1", token)).status).toBe(200);
    const flood = attack(target, floods({ connections: 20, send: get("/cars"), forMs: HELD_MS }));
    await KeyFile.revoke(fixture.keysPath, stored.id);
    const status = async (): Promise<number> =>
      (await askOf(target, "/cars?maxRecords=1", token)).status;
    await becomes("the answer to a revoked key", status, 401);
    await flood;
    await expectItServes(target);
  });

  it("50,000 keys, and floods of wrong ones", async () => {
    const keys = Array.from(
      { length: extent(2_000, 50_000) },
      () => createKey("one of many").stored,
    );
    const path = join(fixture.folder, "many-keys.json");
    const { token, stored } = createKey("honest");
    writeFileSync(path, JSON.stringify({ keys: [...keys, stored] }));
    const target = await start({ args: ["--keys", path] });
    await attack(target, floods({ connections: 20, send: get("/cars"), forMs: FLOOD_MS }));
    expect((await askOf(target, "/cars?maxRecords=1", token)).status).toBe(200);
  });

  it("a response has the records of one version while files are replaced again and again", async () => {
    const target = await start();
    const readers = attack(
      target,
      readsSlowly({ connections: 10, send: get("/cars"), forMs: FLOOD_MS * 4 }),
    );
    const counts = new Set<number>();
    for (const count of [CARS, 500, CARS, 300, CARS]) {
      replaceCars(count);
      for (let again = 0; again < 5; again++) {
        counts.add(JSON.parse((await askOf(target, "/cars?fields.0=vin")).text).length);
      }
    }
    await readers;
    expect([500, 300, CARS]).toEqual(expect.arrayContaining([...counts]));
    const count = async (): Promise<number> =>
      JSON.parse((await askOf(target, "/cars?fields.0=vin")).text).length;
    await becomes("the number of records", count, CARS);
  });
});

describe("stopping under attack", () => {
  it("takes no longer for floods", async () => {
    const target = await start();
    const flood = attack(
      target,
      floods({ connections: 30, send: get("/cars?maxRecords=50"), forMs: FLOOD_MS * 2 }),
    );
    await expectItServes(target);
    await expectItEnds(target);
    await flood;
  });

  it("waits a limited time for clients that never read, or never send", async () => {
    const target = await start();
    const readers = neverReads({ connections: 10, send: get("/cars"), forMs: 1_000_000 });
    const silent = neverReads({ connections: 50, send: "GET /cars HT", forMs: 1_000_000 });
    attack(target, readers);
    attack(target, silent);
    await expectItServes(target);
    await expectItEnds(target);
  });
});
