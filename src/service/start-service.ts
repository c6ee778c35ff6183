import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../stores/call-back.ts";
import { Connections } from "./connections.ts";
import { LogOutput } from "./log-output.ts";
import { isoformService, type ServiceOptions } from "./plugin.ts";
import { PROBLEMS, type ProblemCode, ProblemError } from "./problem.ts";
import { requireService } from "./require-service.ts";
import { turn, watchProgress } from "./response/connection.ts";
import { sendProblem } from "./response/send-problem.ts";

/** Options of the service as a program. */
export interface ProgramOptions extends ServiceOptions {
  /** The address to listen at; `127.0.0.1`, for this machine only, unless given. */
  readonly host?: string;
  /** The port to listen at; 3000 unless given, and 0 for any free port. */
  readonly port?: number;
  /** The beginning of all paths, such as `/v1`. */
  readonly prefix?: string;
  /** The level of the log; `info` unless given, and `silent` for no log. */
  readonly logLevel?: string;
  /** The receiver of the log, which gets lines of JSON; the standard output unless given. */
  readonly logTo?: { write(line: string): void };
  /** How long running answers may go on when the service stops, in milliseconds; 25,000 unless given. */
  readonly drainMs?: number;
}

/** A service that runs. */
export interface RunningService {
  /** Its address, without a path. */
  readonly url: string;
  /** Refuses new requests, finishes those that run, and closes the stores. */
  stop(): Promise<void>;
}

/**
 * Starts the service on its own server.
 *
 * @throws if fastify is not installed, a collection cannot be served, or the port is taken.
 */
export async function startService(options: ProgramOptions): Promise<RunningService> {
  requireService(options, "startService");
  const {
    host = "127.0.0.1",
    port = 3000,
    prefix = "",
    drainMs = 25_000,
    logLevel = "info",
    logTo = new LogOutput(STANDARD_OUTPUT),
    ...service
  } = options;
  const { default: fastify } = await import("fastify");
  const connections = new Connections();
  const app = fastify({
    ...SERVER,
    clientErrorHandler: ({ code = "" }: { readonly code?: string }, socket) =>
      refuse(code, socket, connections),
    // A logger that throws must not end the service.
    logger: { level: logLevel, stream: { write: (line) => callBack(() => logTo.write(line)) } },
    // We write our own line for each request, without its address.
    logController: new fastify.LogController({ disableRequestLogging: true }),
  });
  const preHandler = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    watchProgress(raw.socket, options.stallMs);
    await turn(reply.raw, raw.socket);
  };
  app.setNotFoundHandler({ preHandler }, (_, reply) =>
    sendProblem(new ProblemError("not-found", "`/docs` says what there is"), reply),
  );
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const isOurs = (error.statusCode ?? 500) >= 500;
    if (isOurs) request.log.error({ err: error }, "a request failed");
    const code = isOurs ? "internal" : "bad-request";
    return sendProblem(new ProblemError(code, "the request cannot be answered"), reply);
  });
  connections.follow(app.server);
  await app.register(isoformService, { ...service, prefix });
  const url = await app.listen({ host, port });
  const stores = Object.values(options.collections).map(({ store }) => store);
  let stopped: Promise<void> | undefined;
  return {
    url,
    stop: () => {
      stopped ??= close(app, connections, drainMs).finally(() =>
        Promise.all(stores.map((store) => callBack(() => store.close()))),
      );
      return stopped;
    },
  };
}

const STANDARD_OUTPUT = 1;

const SERVER = {
  // The plugin refuses requests by itself, with a problem.
  return503OnClosing: false,
  bodyLimit: 1_048_576,
  // The longest time that a request may take to arrive.
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
  // We read the query string ourselves.
  routerOptions: { querystringParser: () => ({}) },
  frameworkErrors: (_, __, reply) => {
    sendProblem(new ProblemError("bad-request", "the address cannot be read"), reply);
  },
} satisfies FastifyHttpOptions<Server>;

/** How long a connection stays open after a request that was refused, in milliseconds. */
const LINGER_MS = 2_000;

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers-too-large",
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
};

/** Answers a request that is not HTTP, too slow or too large. */
function refuse(code: string, socket: Socket, connections: Connections): void {
  if (code === "ECONNRESET" || !socket.writable || !connections.isNext(socket)) {
    socket.destroy();
    return;
  }
  const problem = new ProblemError(
    CLIENT_ERRORS[code] ?? "bad-request",
    "the request cannot be read",
  );
  const body = JSON.stringify(problem);
  const { status, title } = PROBLEMS[problem.code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      "content-type: application/problem+json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // The client has some time to read this, and to close its side.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Accepts no more requests, lets running answers end, and breaks off those that do not end in time. */
async function close(
  app: FastifyInstance,
  connections: Connections,
  drainMs: number,
): Promise<void> {
  const timer = setTimeout(() => {
    connections.breakOff();
    app.server.closeAllConnections();
  }, drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
