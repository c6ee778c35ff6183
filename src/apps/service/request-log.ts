import type { FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../../data/stores/call-back.ts";
import { whenClosed } from "./connection.ts";
import { warningsOf } from "./request-context.ts";

/** The facts about a request for the log and the metrics. */
export interface RequestLog {
  /** The label of the request's key. */
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

/** Logs a request when its response has ended or failed, and calls back. */
export function logAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  onAnswered: () => void = () => undefined,
): void {
  // Fastify's hook is only called for complete responses.
  whenClosed(reply.raw, request.raw.socket, () => {
    const { key = "", format, encoding, records } = logOf(request);
    const { url: route } = request.routeOptions;
    const warnings = warningsOf(request).map(({ diagnostic }) => diagnostic.code);
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
          ...(warnings.length > 0 && { warnings: [...new Set(warnings)] }),
          isWhole: reply.raw.writableFinished,
        },
        "answered",
      ),
    );
    onAnswered();
  });
}

/**
 * The beginning of an unknown path. It ends before the first character that is rare in paths, since formulas and keys
 * get into paths by mistake and must not be logged.
 */
function pathOf(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  const [plain = ""] = /^[\w.~/-]*/.exec(path) ?? [];
  return plain.replace(/isf_.*/, "isf_…").slice(0, LONGEST_PATH);
}

const LONGEST_PATH = 100;
