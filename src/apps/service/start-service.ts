import { METHODS, type Server, type ServerOptions } from "node:http";
import { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../../data/stores/call-back.ts";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { Admission } from "./admission.ts";
import { boundsOf, defaultMemory } from "./bounds.ts";
import { connectionOf, endSoon } from "./connection.ts";
import { Connections } from "./connections.ts";
import { ProblemError } from "./http-problem.ts";
import { lastAnswer, type UnreadableRequest, unreadable } from "./last-answer.ts";
import { SERVICE_LIMITS } from "./limits.ts";
import { LogOutput } from "./log-output.ts";
import { addService, type ServiceOptions } from "./plugin.ts";
import { protocolProblem } from "./request/protocol.ts";
import { logAnswer } from "./request-log.ts";
import { requireService } from "./require-service.ts";
import { sendProblem } from "./response/send-problem.ts";

/** Options for running the service as a program. */
export interface ProgramOptions extends ServiceOptions {
  /** The address to listen on. Default: `127.0.0.1`, which is reachable from this machine only. */
  readonly host?: string;
  /** The port to listen on; 0 for any free port. Default: 3000. */
  readonly port?: number;
  /** The prefix of all paths, such as `/v1`. */
  readonly prefix?: string;
  /** The log level; `silent` for no log. Default: `info`. */
  readonly logLevel?: string;
  /** The receiver of the log, as lines of JSON. Default: standard output. */
  readonly logTo?: { write(line: string): void };
  /** How long running responses may continue when the service stops, in milliseconds. Default: 25,000. */
  readonly drainMs?: number;
  /** How long the headers of a request may take to arrive, in milliseconds. Default: 10,000. */
  readonly headersMs?: number;
}

/** A running service. */
export interface RunningService {
  /** Its URL, without a path. */
  readonly url: string;
  /** Rejects new requests, finishes running ones, and closes the stores. */
  stop(): Promise<void>;
}

/**
 * Starts the service with its own HTTP server.
 *
 * @throws if fastify is not installed, a collection cannot be served, or the port is in use
 */
export async function startService(options: ProgramOptions): Promise<RunningService> {
  requireService(options, "startService");
  const {
    host = "127.0.0.1",
    port = 3000,
    prefix = "",
    drainMs = SERVICE_LIMITS.drainMs,
    headersMs = SERVICE_LIMITS.headersMs,
    logLevel = "info",
    logTo,
    ...service
  } = options;
  const output = logTo ?? new LogOutput();
  const { default: fastify } = await import("fastify");
  const bounds = boundsOf(options.memory ?? defaultMemory());
  const { stallMs, clock = SYSTEM_CLOCK } = options;
  const admission = new Admission(bounds, stallMs, clock);
  const connections = new Connections({
    most: bounds.connections,
    busyAnswer: lastAnswer(TOO_MANY_CONNECTIONS),
    onTooFarAhead: () => admission.reportAhead(app.log),
    clock,
  });
  const app: FastifyInstance = fastify({
    ...SERVER,
    serverFactory: (handle) => connections.serve(httpOptions(headersMs), handle),
    clientErrorHandler: (error: UnreadableRequest, socket) => refuse(unreadable(error), socket),
    // A logger that throws must not end the service.
    logger: { level: logLevel, stream: { write: (line) => callBack(() => output.write(line)) } },
    // We log each request ourselves, without its URL.
    logController: new fastify.LogController({ disableRequestLogging: true }),
  });
  /** Admits a request for an unknown path. */
  const letIn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    logAnswer(request, reply);
    await admission.arrive(request, reply);
    admission.admit(request, reply, undefined);
  };
  const refuse = (problem: ProblemError | undefined, socket: Socket): void => {
    const isAnswered = problem !== undefined && connectionOf(socket).isNext && socket.writable;
    if (problem !== undefined) {
      callBack(() => app.log.info({ status: problem.statusCode, isAnswered }, "refused"));
    }
    if (isAnswered) endSoon(socket, lastAnswer(problem), clock);
    // A connection that has ended closes once its client has read everything.
    else if (!socket.writableEnded) socket.destroy();
  };
  for (const name of METHODS) {
    if (name !== "CONNECT" && !app.supportedMethods.includes(name)) app.addHttpMethod(name);
  }
  app.addHook("onRequest", async (request, reply) => {
    const problem = protocolProblem(request.raw);
    if (problem === undefined) return;
    await letIn(request, reply);
    throw problem;
  });
  app.setNotFoundHandler({ preHandler: letIn }, (request, reply) => {
    const isServer = request.raw.url === "*";
    if (isServer && request.method === "OPTIONS") return reply.code(204).send();
    const problem = isServer
      ? new ProblemError("bad-request", "only OPTIONS may request `*`")
      : new ProblemError("not-found", "`/docs` lists the addresses");
    return sendProblem(problem, reply);
  });
  app.server.on("checkExpectation", (request, response) => {
    app.server.emit("request", request, response);
  });
  app.server.on("connect", (_, socket) => {
    socket.on("error", () => undefined);
    if (socket instanceof Socket) refuse(NO_TUNNEL, socket);
  });
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof ProblemError) return sendProblem(error, reply);
    const isOurs = (error.statusCode ?? 500) >= 500;
    if (isOurs) request.log.error({ err: error }, "a request failed");
    const code = isOurs ? "internal" : "bad-request";
    return sendProblem(new ProblemError(code, "the request cannot be answered"), reply);
  });
  await app.register(async (scope) => addService(scope, service, bounds, admission), { prefix });
  const url = await app.listen({ host, port });
  const stores = Object.values(options.collections).map(({ store }) => store);
  let stopped: Promise<void> | undefined;
  return {
    url,
    stop: () => {
      stopped ??= close(app, connections, drainMs, clock).finally(async () => {
        await Promise.all(stores.map((store) => callBack(() => store.close())));
        if (output instanceof LogOutput) await output.end();
      });
      return stopped;
    },
  };
}

function httpOptions(headersMs: number): ServerOptions {
  return {
    // The service itself responds to a request without a host, with a problem.
    requireHostHeader: false,
    maxHeaderSize: SERVICE_LIMITS.headerBytes,
    headersTimeout: headersMs,
    // Node rejects a limit for the whole request below that for its headers.
    requestTimeout: Math.max(SERVICE_LIMITS.requestMs, headersMs),
    keepAliveTimeout: SERVICE_LIMITS.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs / 4),
  };
}

const SERVER = {
  // The plugin itself rejects requests, with a problem.
  return503OnClosing: false,
  bodyLimit: SERVICE_LIMITS.bodyBytes,
  // We parse the query string ourselves.
  routerOptions: { querystringParser: () => ({}) },
  frameworkErrors: (_, request, reply) => {
    logAnswer(request, reply);
    sendProblem(new ProblemError("bad-request", "the address cannot be read"), reply);
  },
} satisfies FastifyHttpOptions<Server>;

const TOO_MANY_CONNECTIONS = new ProblemError("overloaded", "too many connections are open", [], {
  "retry-after": "5",
});

const NO_TUNNEL = new ProblemError("not-implemented", "the service is not a proxy");

/** Stops accepting requests, waits for running responses, and aborts those that exceed the time limit. */
async function close(
  app: FastifyInstance,
  connections: Connections,
  drainMs: number,
  clock: Clock,
): Promise<void> {
  const cancel = clock.after(drainMs, () => {
    connections.breakOff();
    app.server.closeAllConnections();
  });
  try {
    await app.close();
  } finally {
    cancel();
  }
}
