import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoCars } from "../../../src/apps/demo/index.ts";
import { asJson } from "../../apps/service/harness/serve.ts";
import { becomes } from "../becomes.ts";
import { expectBelow, extent, figure } from "../figures.ts";
import type { LargeStarted, LargeState } from "./large-child.ts";

const RECORDS = extent(100_000, 1_000_000);

/** What the process may have in mebibytes, with the records themselves; and how much of it for answers, which are far larger. */
const MOST_MEMORY = extent(600, 1_400);
const MOST_FOR_ANSWERS = 200;

let child: ChildProcess;
let ended: Promise<readonly unknown[]>;
let started: LargeStarted;
let loaded: LargeState;

async function messageOf<T>(): Promise<T> {
  const end = ended.then(([code, signal]) => {
    throw new Error(`the service ended with ${code ?? signal}`);
  });
  const [message] = await Promise.race([once(child, "message"), end]);
  return message as T;
}

async function state(): Promise<LargeState> {
  child.send("state");
  return messageOf<LargeState>();
}

beforeAll(async () => {
  const script = fileURLToPath(new URL("large-child.ts", import.meta.url));
  // Without any of node's flags for memory.
  child = fork(script, [String(RECORDS)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  ended = once(child, "exit");
  started = await messageOf<LargeStarted>();
  loaded = await state();
});

afterAll(() => {
  child.kill("SIGKILL");
});

interface Begun {
  readonly answer: IncomingMessage;
  /** When its first bytes came, in milliseconds after it was asked for. */
  readonly firstAfter: number;
}

function begin(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${started.url}${path}`,
      { headers: { "x-api-key": started.token, ...headers } },
      (answer) => {
        answer.once("readable", () => {
          resolve({ answer, firstAfter: performance.now() - askedAt });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** The records of an answer, taken apart line by line as they come, so that they are never all at hand here. */
async function countLines(
  bytes: AsyncIterable<Buffer>,
  onLine: (line: string, index: number) => void,
): Promise<number> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let count = 0;
  let open = "";
  for await (const chunk of bytes) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split("\n");
    open = lines.pop() ?? "";
    for (const line of lines) onLine(line, count++);
  }
  expect(open).toBe("");
  return count;
}

/** Some cars that are looked for in an answer, by their keys. */
const some = new Map(
  asJson([...demoCars(1_000)]).map((car) => [String(Reflect.get(Object(car), "vin")), car]),
);

function describeState(what: string, { peak, resident, heap }: LargeState): void {
  figure(`${what}, memory at most`, peak, "MiB");
  figure(`${what}, memory now`, resident, "MiB");
  figure(`${what}, memory of the heap`, heap, "MiB");
}

describe(`${RECORDS.toLocaleString("en")} cars`, () => {
  it("start before the last of them is read, and wait for a slow reader", async () => {
    const single: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < 7; round++) {
      for (const [path, times] of [
        ["/cars?maxRecords=1", single],
        ["/cars", all],
      ] as const) {
        const { answer, firstAfter } = await begin(path);
        times.push(firstAfter);
        answer.destroy();
      }
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[3] ?? 0;
    figure("first byte of one record", median(single), "ms");
    figure("first byte of all records", median(all), "ms");

    await becomes("the end of all answers", async () => (await state()).ended, 14);
    const before = await state();
    const { answer } = await begin("/cars");
    // The connection holds what it can, and then the store waits.
    const moved = async (): Promise<number> => {
      const first = await state();
      await sleep(300);
      return (await state()).batches - first.batches;
    };
    await becomes("what is written for a reader that takes nothing", moved, 0);
    const waiting = await state();
    const read = waiting.batches - before.batches;
    expect(waiting.begun - waiting.ended).toBe(1);
    // A hundred thousand records are some 900 chunks.
    expectBelow("written for a reader that takes nothing", read, 400, "chunks");
    answer.destroy();
    await becomes("the end of its answer", async () => (await state()).ended - waiting.ended, 1);
  });

  it("are sent completely as JSON", async () => {
    describeState("loaded", loaded);
    const { answer } = await begin("/cars");
    expect(answer.statusCode).toBe(200);
    let length = 0;
    let cars = 0;
    let end = "";
    const mark = Buffer.from('"vin":"');
    for await (const chunk of answer) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      length += bytes.length;
      // A mark may lie on the border of two chunks.
      const joined = Buffer.concat([Buffer.from(end, "latin1"), bytes]);
      for (let at = joined.indexOf(mark); at !== -1; at = joined.indexOf(mark, at + 1)) cars++;
      end = joined.subarray(-(mark.length - 1)).toString("latin1");
    }
    expect(answer.complete).toBe(true);
    expect(cars).toBe(RECORDS);
    expect(end.at(-1)).toBe("]");
    figure("length of the JSON", length / 2 ** 20, "MiB");
    const after = await state();
    describeState("after", after);
    expectBelow("memory at most", after.peak, MOST_MEMORY, "MiB");
  });

  it("as NDJSON in gzip", async () => {
    const { answer } = await begin("/cars", {
      accept: "application/x-ndjson",
      "accept-encoding": "gzip",
    });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    let before = "";
    let isInOrder = true;
    const found = new Map<string, unknown>();
    const count = await countLines(answer.pipe(createGunzip()), (line) => {
      const [, vin = ""] = /"vin":"([^"]+)"/.exec(line) ?? [];
      isInOrder &&= before < vin;
      before = vin;
      if (some.has(vin)) found.set(vin, JSON.parse(line));
    });
    expect(answer.complete).toBe(true);
    expect(count).toBe(RECORDS);
    expect(isInOrder).toBe(true);
    expect(found).toEqual(some);
    const after = await state();
    describeState("after", after);
    expectBelow("memory at most", after.peak, MOST_MEMORY, "MiB");
    expectBelow("memory of answers", after.peak - loaded.peak, MOST_FOR_ANSWERS, "MiB");
  });

  it("and the service ends with nothing left", async () => {
    child.send("stop");
    expect(await ended).toEqual([0, null]);
  });
});
