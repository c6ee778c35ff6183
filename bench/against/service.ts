import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import autocannon from "autocannon";
import { spreadOf } from "../measure.ts";
import type { Busy } from "../service/busy-server.ts";
import type { Build } from "./builds.ts";
import { asked, type ComparedLine, type Comparison, linesOf } from "./comparison.ts";

const ITALIAN = encodeURIComponent('AND({country} = "Italy", {price} < 50000)');

const REQUESTS = {
  "a page": "/cars?pageSize=10",
  "a filter": `/cars?pageSize=10&totalCount=true&filterByFormula=${ITALIAN}`,
  "a filter, by price": `/cars?pageSize=10&sort[0][field]=price&filterByFormula=${ITALIAN}`,
} as const;

const CONNECTIONS = 10;
const REQUESTS_EACH = 2_000;

interface Server extends Busy {
  readonly build: Build;
  /** The time of processors that the process has used, in microseconds. */
  processorTime(): Promise<number>;
}

/** The time of processors per request: requests a second also depend on the client, which shares the processors. */
export async function compareService(
  builds: readonly [Build, Build],
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<readonly ComparedLine[]> {
  return linesOf("service", async () => {
    const processes: ReturnType<typeof fork>[] = [];
    try {
      const servers: Server[] = [];
      for (const build of builds) {
        servers.push(
          await asked(build, async () => {
            const process = startServer(build, rows);
            processes.push(process);
            const [busy] = (await once(process, "message")) as [Busy];
            const processorTime = async (): Promise<number> => {
              process.send("usage");
              const [usage] = (await once(process, "message")) as [NodeJS.CpuUsage];
              return usage.user + usage.system;
            };
            return { ...busy, build, processorTime };
          }),
        );
      }
      const comparisons: Comparison[] = [];
      for (const [what, path] of Object.entries(REQUESTS)) {
        comparisons.push(await compareRequest(`service: ${what}`, servers, path, rounds));
      }
      return comparisons;
    } finally {
      for (const process of processes) process.kill();
    }
  });
}

function startServer({ folder }: Build, rows: number): ReturnType<typeof fork> {
  const script = fileURLToPath(new URL("../service/busy-server.ts", import.meta.url));
  const modules = pathToFileURL(`${folder}/dist/`).href;
  return fork(script, [String(rows), "0", modules], { execArgv: ["--import", "tsx"] });
}

async function compareRequest(
  what: string,
  servers: readonly Server[],
  path: string,
  rounds: number,
): Promise<Comparison> {
  const series = servers.map((server) => ({ server, times: [] as number[] }));
  // The first rounds are a warm-up.
  for (let round = -2; round < rounds; round++) {
    for (const { server, times } of round % 2 === 0 ? series : series.toReversed()) {
      const time = await asked(server.build, () => timePerRequest(server, path));
      if (round >= 0) times.push(time);
    }
  }
  const [own = [], other = []] = series.map(({ times }) => times);
  return {
    what,
    unit: "µs of processor",
    own: spreadOf(own).median,
    other: spreadOf(other).median,
    ratio: spreadOf(own.map((time, round) => time / (other[round] ?? Number.NaN))),
  };
}

async function timePerRequest(server: Server, path: string): Promise<number> {
  const before = await server.processorTime();
  const { non2xx, errors } = await autocannon({
    url: server.url + path,
    headers: { "x-api-key": server.token },
    connections: CONNECTIONS,
    amount: REQUESTS_EACH,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return ((await server.processorTime()) - before) / REQUESTS_EACH;
}
