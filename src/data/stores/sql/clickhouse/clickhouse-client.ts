import { databasePackage, property } from "../../load-package.ts";

export type ClickHouseSettings = Readonly<Record<string, string | number>>;

/** A response body, read chunk by chunk. */
export interface ResponseStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
}

interface ClickHouseRequest {
  readonly query: string;
  readonly query_params?: Readonly<Record<string, string | number>>;
  readonly clickhouse_settings?: ClickHouseSettings;
  /** A request body, such as rows to insert. */
  readonly values?: unknown;
  readonly abort_signal?: AbortSignal;
}

export interface ClickHouseClient {
  exec(request: ClickHouseRequest): Promise<{ readonly stream: ResponseStream }>;
  close(): Promise<void>;
}

/** The parts of the package `@clickhouse/client` that we use. */
export interface ClickHousePackage {
  createClient(config: object): ClickHouseClient;
}

export function loadClickHouse(given: unknown): Promise<ClickHousePackage> {
  return databasePackage("@clickhouse/client", given, isClickHouse);
}

function isClickHouse(candidate: unknown): candidate is ClickHousePackage {
  return typeof property(candidate, "createClient") === "function";
}
