import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import autocannon from "autocannon";
import { spreadOf } from "../measure.ts";
import type { Busy } from "../service/busy-server.ts";
import type { Build } from "./builds.ts";
import { asked, type ComparedLine, linesOf } from "./comparison.ts";

const ITALIAN = encodeURIComponent('AND({country} = "Italy", {price} < 50000)');

const REQUESTS = {
  "a page": "/cars?pageSize=10",
  "a filter": `/cars?pageSize=10&totalCount=true&filterByFormula=${ITALIAN}`,
  "a filter, by price": `/cars?pageSize=10&sort[0][field]=price&filterByFormula=${ITALIAN}`,
} as const;

const CONNECTIONS = 10;
const REQUESTS_EACH = 2_000;

/** Processes of one build differ in what they compile and when, so each build is started several times. */
const STARTS = 3;

type Both<T> = readonly [own: T, other: T];

interface Server extends Busy {
  readonly build: Build;
  readonly process: ChildProcess;
}

/** A request, and the times that each build took for it in each round. */
interface Series {
  readonly what: string;
  readonly path: string;
  readonly own: number[];
  readonly other: number[];
}

/** The time of processors per request: requests a second also depend on the client, which shares the processors. */
export async function compareService(
  builds: Both<Build>,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<readonly ComparedLine[]> {
  const requests = Object.entries(REQUESTS).map(
    ([what, path]): Series => ({ what, path, own: [], other: [] }),
  );
  return linesOf("service", async () => {
    for (let start = 0; start < STARTS; start++) {
      const servers: Server[] = [];
      try {
        for (const build of builds) servers.push(await startServer(build, rows));
        const [own, other] = servers;
        if (own === undefined || other === undefined) continue;
        for (const series of requests) await measureRequest([own, other], rounds, series);
      } finally {
        for (const { process } of servers) process.kill();
      }
    }
    return requests.map(({ what, own, other }) => ({
      what: `service: ${what}`,
      unit: "µs of processor",
      own: spreadOf(own).median,
      other: spreadOf(other).median,
      ratio: spreadOf(own.map((time, round) => time / (other[round] ?? Number.NaN))),
    }));
  });
}

async function startServer(build: Build, rows: number): Promise<Server> {
  const script = fileURLToPath(new URL("../service/busy-server.ts", import.meta.url));
  const modules = pathToFileURL(`${build.folder}/dist/`).href;
  const process = fork(script, [String(rows), "0", modules], { execArgv: ["--import", "tsx"] });
  const [busy] = (await once(process, "message")) as [Busy];
  return { ...busy, build, process };
}

/** Adds the times of some rounds, in which the servers take turns. The first round is a warm-up. */
async function measureRequest(
  [own, other]: Both<Server>,
  rounds: number,
  series: Series,
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    const turns = [
      { server: own, into: series.own },
      { server: other, into: series.other },
    ];
    for (const { server, into } of round % 2 === 0 ? turns : turns.toReversed()) {
      const time = await asked(server.build, () => timePerRequest(server, series.path));
      if (round > 0) into.push(time);
    }
  }
}

async function timePerRequest(server: Server, path: string): Promise<number> {
  const before = await processorTime(server);
  const { non2xx, errors } = await autocannon({
    url: server.url + path,
    headers: { "x-api-key": server.token },
    connections: CONNECTIONS,
    amount: REQUESTS_EACH,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return ((await processorTime(server)) - before) / REQUESTS_EACH;
}

/** The time of processors that a server has used, in microseconds. */
async function processorTime({ process }: Server): Promise<number> {
  process.send("usage");
  const [{ user, system }] = (await once(process, "message")) as [NodeJS.CpuUsage];
  return user + system;
}
