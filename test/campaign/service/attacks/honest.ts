import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../../../apps/service/harness/client.ts";
import type { HonestFigures } from "./figures.ts";

// A client that does nothing wrong, in a process of its own: it sends `/livez` on new connections and queries
// on one, and compares each answer with the one it got before the attack.

/** What it is started with. */
export interface HonestSetup {
  readonly url: string;
  readonly token: string;
  readonly paths: readonly string[];
}

const LIVEZ_EVERY_MS = 20;
const QUERY_EVERY_MS = 100;

const { url, token, paths } = JSON.parse(process.argv[2] ?? "") as HonestSetup;
const headers = { "x-api-key": token };
const expected = new Map<string, string>();

let livez: number[] = [];
let queries: number[] = [];
let refused = 0;
let wrong: string[] = [];

async function askFor(path: string, agent: Agent): Promise<string | undefined> {
  const start = performance.now();
  const { status, text } = await ask(`${url}${path}`, { agent, headers });
  if (status === 429 || status === 503) {
    refused++;
    return undefined;
  }
  queries.push(performance.now() - start);
  if (status !== 200) wrong.push(`${path}: ${status} ${text.slice(0, 200)}`);
  return text;
}

async function query(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; ; round++) {
    const path = paths[round % paths.length] ?? "";
    try {
      const text = await askFor(path, agent);
      if (text !== undefined && text !== expected.get(path)) wrong.push(`${path}: another answer`);
    } catch (error) {
      wrong.push(`${path}: ${String(error)}`);
    }
    await sleep(QUERY_EVERY_MS);
  }
}

async function askLivez(): Promise<void> {
  for (;;) {
    const start = performance.now();
    try {
      const { status } = await ask(`${url}/livez`);
      livez.push(performance.now() - start);
      if (status !== 200) wrong.push(`/livez: ${status}`);
    } catch (error) {
      wrong.push(`/livez: ${String(error)}`);
    }
    await sleep(LIVEZ_EVERY_MS);
  }
}

function figures(): HonestFigures {
  const times = livez.sort((a, b) => a - b);
  const asked = queries.sort((a, b) => a - b);
  return {
    livez: times.length,
    livezP99: times[Math.floor(times.length * 0.99)] ?? 0,
    livezMost: times.at(-1) ?? 0,
    right: asked.length - wrong.length,
    refused,
    wrong: wrong.slice(0, 5),
    queryMedian: asked[Math.floor(asked.length / 2)] ?? 0,
    queryP99: asked[Math.floor(asked.length * 0.99)] ?? 0,
    queryMost: asked.at(-1) ?? 0,
  };
}

for (const path of paths) {
  const { status, text } = await ask(`${url}${path}`, { headers });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  expected.set(path, text);
}
process.on("message", (message) => {
  process.send?.(figures());
  if (message !== "begin") return;
  livez = [];
  queries = [];
  refused = 0;
  wrong = [];
});
process.on("disconnect", () => process.exit());
process.send?.(figures());
await Promise.all([query(), askLivez()]);
