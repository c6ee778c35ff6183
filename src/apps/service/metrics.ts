import type { Admission } from "./admission.ts";
import type { WholeCollection } from "./collection.ts";
import type { Keyring } from "./keyring.ts";

/** A completed request. */
interface Answered {
  readonly collection: string;
  readonly status: number;
  readonly seconds: number;
  readonly records: number;
  readonly key: string;
}

/** The Prometheus metrics of a service. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  answered(answered: Answered): void;
  failed(collection: string, code: string): void;
}

/** @throws if the package `prom-client` is not installed */
export async function createMetrics(
  collections: readonly WholeCollection[],
  keys: Keyring,
  admission: Pick<Admission, "closedAhead">,
): Promise<Metrics> {
  const client = await import("prom-client");
  const registry = new client.Registry();
  const registers = [registry];
  client.collectDefaultMetrics({ register: registry });
  const requests = new client.Counter({
    name: "isoform_requests_total",
    help: "Requests that were answered.",
    labelNames: ["collection", "status", "key"],
    registers,
  });
  const seconds = new client.Histogram({
    name: "isoform_request_seconds",
    help: "How long answers took, to their last byte.",
    labelNames: ["collection"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const records = new client.Counter({
    name: "isoform_records_total",
    help: "Records that were sent.",
    labelNames: ["collection"],
    registers,
  });
  const failures = new client.Counter({
    name: "isoform_store_failures_total",
    help: "Times that a store did not answer, by what was wrong.",
    labelNames: ["collection", "code"],
    registers,
  });
  const formulas = new client.Gauge({
    name: "isoform_formulas_compiled",
    help: "Formulas that were compiled (miss), or known already (hit), since the start.",
    labelNames: ["collection", "cache"],
    registers,
  });
  const current = new client.Gauge({
    name: "isoform_keys_current",
    help: "Whether the keys are those of their file (1), or old since the file cannot be read (0).",
    registers,
  });
  const ahead = new client.Gauge({
    name: "isoform_connections_closed_ahead",
    help: "Connections that were closed since the start because their clients were too far ahead of their answers.",
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => {
      for (const { name: collection, cache } of collections) {
        formulas.set({ collection, cache: "hit" }, cache.hits);
        formulas.set({ collection, cache: "miss" }, cache.misses);
      }
      ahead.set(admission.closedAhead);
      current.set(keys.problem === undefined ? 1 : 0);
      return registry.metrics();
    },
    answered: ({ collection, status, seconds: taken, records: sent, key }) => {
      requests.inc({ collection, status: String(status), key });
      seconds.observe({ collection }, taken);
      if (sent > 0) records.inc({ collection }, sent);
    },
    failed: (collection, code) => failures.inc({ collection, code }),
  };
}
