import { STORE_LIMITS } from "../../store-limits.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { DriverOptions } from "../driver.ts";

export interface StatementLimits {
  readonly timeoutMs: number;
  readonly connections: number;
  readonly acquireTimeoutMs: number;
  readonly batchRows: number;
}

/** @param mostConnections the default of the option `connections` */
export function settingsOf(
  {
    timeoutMs = STORE_LIMITS.queryMs,
    connections,
    acquireTimeoutMs = STORE_LIMITS.acquireMs,
    batchRows = STORE_LIMITS.batchRows,
  }: DriverOptions,
  mostConnections: number = STORE_LIMITS.connections,
): StatementLimits {
  return { timeoutMs, connections: connections ?? mostConnections, acquireTimeoutMs, batchRows };
}

/** The time limit for connecting. */
export const CONNECT_WITHIN_MS = 5_000;

/** How long a cancelled statement may take to end before its connection is destroyed. */
export const CANCEL_WITHIN_MS = 5_000;

/** Awaits an operation that is immediate unless the server is unresponsive. */
export function withinLimit<T>(promise: Promise<T>): Promise<T> {
  return withTimeout(promise, [], {
    milliseconds: CANCEL_WITHIN_MS,
    error: () => new Error("the server does not answer"),
  });
}
