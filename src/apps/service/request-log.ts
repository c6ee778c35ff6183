import type { FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../../data/stores/call-back.ts";
import { whenClosed } from "./connection.ts";

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

/** Writes a line of the log when a request is answered, or its answer breaks off, and calls back. */
export function logAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  onAnswered: () => void = () => undefined,
): void {
  // Fastify has a hook for answers that are whole, but not for answers that break off.
  whenClosed(reply.raw, request.raw.socket, () => {
    const { key = "", format, encoding, records } = logOf(request);
    const { url: route } = request.routeOptions;
    callBack(() =>
      request.log.info(
        {
          method: request.method,
          route,
          path: route === undefined ? pathOf(request.raw.url ?? "") : undefined,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 1000) / 1000,
          key,
          format,
          encoding,
          records,
          isWhole: reply.raw.writableFinished,
        },
        "answered",
      ),
    );
    onAnswered();
  });
}

/**
 * The beginning of a path that there is not. It ends before the first character that is rare in paths, since formulas
 * and keys get into paths by mistake, and no log may hold them.
 */
function pathOf(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  const [plain = ""] = /^[\w.~/-]*/.exec(path) ?? [];
  return plain.replace(/isf_.*/, "isf_…").slice(0, LONGEST_PATH);
}

const LONGEST_PATH = 100;
