import type { DriverOptions } from "../driver.ts";

/** The options of a driver with what they are unless given. */
export interface Settings {
  readonly timeoutMs: number;
  readonly connections: number;
  readonly acquireTimeoutMs: number;
  readonly batchRows: number;
}

export function settingsOf({
  timeoutMs = 30_000,
  connections = 10,
  acquireTimeoutMs = 5_000,
  batchRows = 1_000,
}: DriverOptions): Settings {
  return { timeoutMs, connections, acquireTimeoutMs, batchRows };
}

/** How long a server may take to accept a connection. */
export const CONNECT_WITHIN_MS = 5_000;

/** How long a statement that was cancelled may take to end before its connection is thrown away. */
export const CANCEL_WITHIN_MS = 5_000;
