import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../../apps/service/harness/client.ts";
import { useFolder } from "../../data/stores/files/folder.ts";
import { expectBelow, extent, figure } from "../figures.ts";
import { chosenDamage, flipped, truncated, WHOLE } from "./corrupt-bytes.ts";
import type { CorruptSetup, CorruptStarted, Looked } from "./corrupt-child.ts";

// A service whose files are replaced by corrupt ones: it lives, serves the records that it has, and says one thing of each.

/** Files of each of nine forms. */
const FLIPPED = extent(10, 1_000);
const TRUNCATED = extent(2, 100);
/** What a reading may take, and what the bombs would take, in mebibytes; and how long it may come no further. */
const MEMORY = 128;
const STALLED_MS = 20_000;
const BOMB = extent(256, 2_048);
/** Each file is read by a process of its own: some 10 are read a second. */
const timeout = extent(600_000, 7_200_000);

const NAMES = Object.keys(WHOLE);
const folder = useFolder();
let child: ChildProcess;
let ended: Promise<never>;
let started: CorruptStarted;
/** The versions of the records that are served. */
let versions: Map<string, string>;

function told<T>(message: (sent: unknown) => T | undefined): Promise<T> {
  const found = new Promise<T>((resolve) => {
    const listen = (sent: unknown): void => {
      const it = message(sent);
      if (it === undefined) return;
      child.off("message", listen);
      resolve(it);
    };
    child.on("message", listen);
  });
  return Promise.race([found, ended]);
}

beforeAll(async () => {
  const files = NAMES.map((name) => {
    return { name: idOf(name), path: folder.path(name), key: "vin" };
  });
  for (const [name, bytes] of Object.entries(WHOLE)) writeFileSync(folder.path(name), bytes);
  const reading = { memory: MEMORY * 2 ** 20, stalledMs: STALLED_MS };
  const setup: CorruptSetup = { files, reading };
  const script = fileURLToPath(new URL("corrupt-child.ts", import.meta.url));
  child = fork(script, [JSON.stringify(setup)], {
    execArgv: ["--import", "tsx", "--max-old-space-size=256"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`the service ended with ${code ?? signal}`);
  });
  ended.catch(() => undefined);
  started = await told((sent) => sent as CorruptStarted);
  versions = new Map(started.versions);
}, 120_000);

afterAll(() => {
  child.kill("SIGKILL");
});

/** The name of a collection. */
function idOf(name: string): string {
  return name.replaceAll(".", "-");
}

/** Replaces a file; the service serves the records that it has, or those of the file. Returns what it says of the file. */
async function replaced(name: string, what: string, bytes: Uint8Array): Promise<readonly string[]> {
  const draft = folder.path(`${name}.draft`);
  writeFileSync(draft, bytes);
  renameSync(draft, folder.path(name));
  const id = idOf(name);
  const looking = told((sent) => {
    const looked = sent as Looked;
    return looked.name === id ? looked : undefined;
  });
  child.send(id);
  const { version, problems } = await looking;
  if (problems.length === 0) expect(version, `${name}, ${what}`).not.toBe(versions.get(id));
  else {
    expectOneProblem(name, what, problems);
    expect(version, `${name}, ${what}`).toBe(versions.get(id));
  }
  versions.set(id, version);
  await expectRecords(name, what);
  return problems;
}

async function expectRecords(name: string, what: string): Promise<void> {
  const { status, text } = await ask(`${started.url}/${idOf(name)}?maxRecords=2`, {
    headers: { "x-api-key": started.token },
  });
  expect(status, `${name}, ${what}`).toBe(200);
  const { length } = JSON.parse(text);
  if (length !== 2) figure(`${name}, ${what}`, `${length} records`);
}

/** What a service says of one file that is corrupt: one line, which names the file. */
function expectOneProblem(name: string, what: string, problems: readonly string[]): void {
  expect(problems, `${name}, ${what}`).toHaveLength(1);
  for (const problem of problems) {
    expect(problem).toContain(folder.path(name));
    expect(problem).not.toContain("\n");
    expect(problem.length).toBeLessThan(1_000);
  }
}

/** Asks the service for life again and again while some work goes on. */
async function whileItLives(work: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  const done = new AbortController();
  const probing = (async () => {
    while (!done.signal.aborted) {
      const from = performance.now();
      expect((await ask(`${started.url}/livez`)).status).toBe(200);
      times.push(performance.now() - from);
      await sleep(20);
    }
  })();
  await Promise.race([work(), probing]).finally(() => done.abort());
  await probing;
  times.sort((a, b) => a - b);
  figure("/livez, median", times[times.length >> 1] ?? 0, "ms");
  expectBelow("/livez, p99", times[Math.floor(times.length * 0.99)] ?? 0, 500, "ms");
  figure("/livez, longest", times.at(-1) ?? 0, "ms");
}

/** Replaces each file by corrupt ones, one after the other, and all files at the same time. */
async function damageAll(
  many: number,
  damage: (whole: Uint8Array, seed: number) => Uint8Array,
): Promise<void> {
  let refused = 0;
  await whileItLives(async () => {
    await Promise.all(
      Object.entries(WHOLE).map(async ([name, whole]) => {
        for (let seed = 0; seed < many; seed++) {
          const problems = await replaced(name, `seed ${seed}`, damage(whole, seed));
          refused += problems.length;
        }
      }),
    );
  });
  figure("refused", `${refused} of ${many * NAMES.length} files`);
}

it("files whose bits are flipped", { timeout }, () => damageAll(FLIPPED, flipped));

it("files that are cut off", { timeout }, () => damageAll(TRUNCATED, truncated));

it("files that need far more memory than they should", { timeout }, async () => {
  const damage = chosenDamage(BOMB);
  for (const name of NAMES) expect(Object.keys(damage)).toContain(name);
  await whileItLives(async () => {
    for (const [name, kinds] of Object.entries(damage)) {
      for (const [what, bytes] of Object.entries(kinds)) {
        const problems = await replaced(name, what, bytes);
        expect(problems, `${name}, ${what}`).not.toEqual([]);
        figure(`${name}, ${what}`, problems.join("; ").replaceAll(folder.path(name), "…"));
      }
    }
  });
});
