import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { type FilterId, filters } from "./filters.ts";
import { geometricMean, type Spread, spreadOf } from "./measure.ts";
import type { Addresses } from "./service/server.ts";

export interface ServiceOptions {
  readonly rows: number;
  readonly rounds: number;
}

export interface ServiceFilterResult {
  readonly id: FilterId;
  readonly formula: string;
  /** The length of the response. */
  readonly bytes: number;
  /** Requests per second. */
  readonly bare: Spread;
  readonly ours: Spread;
  /** The ratio of isoform to the bare handler in the same round. */
  readonly ratio: Spread;
}

export interface ServiceResult extends ServiceOptions {
  readonly connections: number;
  readonly filters: readonly ServiceFilterResult[];
  readonly mean: number;
}

const connections = 10;
const secondsEach = 3;
/** Filters that match few records: if most match, writing 20 MB takes so long that the filter does not matter. */
const measured = filters.filter(({ share }) => share < 0.1);

/** The service, compared with a bare Fastify handler with a handwritten filter; both alternate under the same load. */
export async function benchService(
  { rows, rounds }: ServiceOptions,
  onResult: (result: ServiceFilterResult) => void,
): Promise<ServiceResult> {
  const script = fileURLToPath(new URL("service/server.ts", import.meta.url));
  const server = fork(script, [String(rows)], { execArgv: ["--import", "tsx"] });
  try {
    const [addresses] = (await once(server, "message")) as [Addresses];
    const results: ServiceFilterResult[] = [];
    for (const { id, formula } of measured) {
      const result = await benchFilter(addresses, id, formula, rounds);
      onResult(result);
      results.push(result);
    }
    const mean = geometricMean(results.map(({ ratio }) => ratio.median));
    return { rows, rounds, connections, filters: results, mean };
  } finally {
    server.disconnect();
  }
}

async function benchFilter(
  { bare, ours, token }: Addresses,
  id: FilterId,
  formula: string,
  rounds: number,
): Promise<ServiceFilterResult> {
  const headers = { "x-api-key": token };
  const bareUrl = `${bare}/${id}`;
  const oursUrl = `${ours}/cars?filterByFormula=${encodeURIComponent(formula)}`;
  const expected = await bodyOf(bareUrl, {});
  if ((await bodyOf(oursUrl, headers)) !== expected) throw new Error(`${id}: the answers differ`);
  const series = { bare: [] as number[], ours: [] as number[], ratio: [] as number[] };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const rates = { bare: 0, ours: 0 };
    const turns = round % 2 === 0 ? (["bare", "ours"] as const) : (["ours", "bare"] as const);
    for (const who of turns) {
      rates[who] = await rate(who === "bare" ? bareUrl : oursUrl, who === "bare" ? {} : headers);
    }
    if (round === 0) continue;
    series.bare.push(rates.bare);
    series.ours.push(rates.ours);
    series.ratio.push(rates.ours / rates.bare);
  }
  return {
    id,
    formula,
    bytes: Buffer.byteLength(expected),
    bare: spreadOf(series.bare),
    ours: spreadOf(series.ours),
    ratio: spreadOf(series.ratio),
  };
}

async function bodyOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

async function rate(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: secondsEach });
  const { non2xx, errors, requests, duration } = result;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return requests.total / duration;
}
