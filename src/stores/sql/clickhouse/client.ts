import { StoreError } from "../../store.ts";
import { loadDriver } from "../load-driver.ts";

export type ClickHouseSettings = Readonly<Record<string, string | number>>;

/** A body that is read chunk by chunk. */
export interface ResponseStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
}

interface ClickHouseRequest {
  readonly query: string;
  readonly query_params?: Readonly<Record<string, string | number>>;
  readonly clickhouse_settings?: ClickHouseSettings;
  /** A body, such as rows to insert. */
  readonly values?: unknown;
  readonly abort_signal?: AbortSignal;
}

export interface ClickHouseClient {
  exec(request: ClickHouseRequest): Promise<{ readonly stream: ResponseStream }>;
  close(): Promise<void>;
}

/** The part of the package `@clickhouse/client` that is used. */
export interface ClickHousePackage {
  createClient(config: object): ClickHouseClient;
}

/** The package that was given, or else the installed one. */
export async function loadClickHouse(given: unknown): Promise<ClickHousePackage> {
  const loaded = given ?? (await loadDriver("@clickhouse/client"));
  if (isClickHouse(loaded)) return loaded;
  throw new StoreError(
    "setup",
    "the driver for ClickHouse is to be the package @clickhouse/client",
  );
}

function isClickHouse(candidate: unknown): candidate is ClickHousePackage {
  if (typeof candidate !== "object" || candidate === null || !("createClient" in candidate)) {
    return false;
  }
  return typeof candidate.createClient === "function";
}
