import type { FastifyRequest } from "fastify";

/** The facts about a request that the log and the metrics record. */
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
