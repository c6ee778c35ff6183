import type { FastifyRequest } from "fastify";

/** What the log and the metrics tell of a request. */
export interface RequestLog {
  /** The label of the key that it was sent with. */
  key?: string;
  collection?: string;
  format?: string;
  encoding?: string;
  records: number;
}

const logs = new WeakMap<FastifyRequest, RequestLog>();

export function logOf(request: FastifyRequest): RequestLog {
  const known = logs.get(request);
  if (known !== undefined) return known;
  const log: RequestLog = { records: 0 };
  logs.set(request, log);
  return log;
}
