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

/** The status of a request whose client has gone before its answer began, as other servers log it. */
const CLIENT_CLOSED = 499;

/** Logs a request when its response has ended or failed, and calls back with its status. */
export function logAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  onAnswered: (status: number) => void = () => undefined,
): void {
  // Fastify's hook is only called for complete responses.
  whenClosed(reply.raw, request.raw.socket, () => {
    const { key = "", format, encoding, records } = logOf(request);
    const { url: route } = request.routeOptions;
    const status = reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED;
    const warnings = warningsOf(request).map(({ diagnostic }) => diagnostic.code);
    callBack(() =>
      request.log.info(
        {
          method: request.method,
          route,
          path: route === undefined ? pathOf(request.raw.url ?? "") : undefined,
          status,
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
    onAnswered(status);
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
