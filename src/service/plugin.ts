import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../stores/call-back.ts";
import { admit, allowOrigin } from "./admission.ts";
import { type CollectionOptions, collectionOf } from "./collection.ts";
import type { Keyring, Rate } from "./keys.ts";
import { createMetrics } from "./metrics.ts";
import { ProblemError } from "./problem.ts";
import { RateLimiter } from "./rate-limit.ts";
import { Cursors } from "./request/cursor.ts";
import { logOf } from "./request-log.ts";
import { requireService } from "./require-service.ts";
import { turn, watchProgress, whenClosed } from "./response/connection.ts";
import { problemOf, sendProblem } from "./response/send-problem.ts";
import { addFormulaRoutes } from "./routes/formulas.ts";
import { addPages } from "./routes/pages.ts";
import { addRecordRoutes } from "./routes/records.ts";

/** Options of the plugin. */
export interface ServiceOptions {
  /** The collections of the service, by their names. */
  readonly collections: Readonly<Record<string, CollectionOptions>>;
  /** The keys of the clients that may send requests. */
  readonly keys: Keyring;
  /** The rate of keys that have no rate of their own; no limit unless given. */
  readonly rate?: Rate;
  /** Origins whose pages may send requests from a browser: `["https://example.com"]`, or `["*"]`. None unless given. */
  readonly cors?: readonly string[];
  /** Whether `/docs` and `/openapi.json` are served, to everybody; they are unless this is `false`. */
  readonly docs?: boolean;
  /**
   * Whether `/metrics` is served, to holders of a key; it is unless this is `false`. It needs the package
   * `prom-client`.
   */
  readonly metrics?: boolean;
  /** The secret that signs cursors; made at each start unless given. Services that replace each other need the same. */
  readonly cursorSecret?: string;
  /**
   * How long a client may read nothing of its answer before the connection ends, in milliseconds; 30,000 unless given.
   */
  readonly stallMs?: number;
}

/**
 * A plugin for Fastify that serves collections of records, filtered by formulas:
 * `app.register(isoformService, { prefix: "/v1", collections: { cars: { store } }, keys })`.
 */
export async function isoformService(app: FastifyInstance, options: ServiceOptions): Promise<void> {
  requireService(options, "isoformService");
  const collections = Object.entries(options.collections).map(([name, given]) =>
    collectionOf(name, given),
  );
  const { keys, cors = [] } = options;
  const prefix = app.prefix.replace(/\/$/, "");
  const limiter = new RateLimiter(options.rate);
  const metrics = options.metrics === false ? undefined : await createMetrics(collections);

  const problemFor = (error: unknown, request: FastifyRequest): ProblemError =>
    problemOf(error, request, (code) => metrics?.failed(logOf(request).collection ?? "", code));
  app.setErrorHandler((error, request, reply) => sendProblem(problemFor(error, request), reply));

  // Bodies are JSON. We read them ourselves, and not with the parsers of the application around us.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );

  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  const refuseIfStopping = (): void => {
    if (!isStopping) return;
    const headers = { connection: "close", "retry-after": "5" };
    throw new ProblemError("shutting-down", "the service is about to stop", [], headers);
  };

  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    const { collection = "", key = "", format, encoding, records } = logOf(request);
    const { statusCode: status, elapsedTime } = reply;
    callBack(() =>
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url,
          status,
          ms: Math.round(elapsedTime * 1000) / 1000,
          key,
          format,
          encoding,
          records,
          isWhole: reply.raw.writableFinished,
        },
        "answered",
      ),
    );
    metrics?.answered({ collection, status, seconds: elapsedTime / 1000, records, key });
  };
  app.addHook("onRequest", async (request, reply) => {
    const { headers, raw } = request;
    // Fastify has a hook for answers that are whole, but not for answers that break off.
    whenClosed(reply.raw, raw.socket, () => report(request, reply));
    watchProgress(raw.socket, options.stallMs);
    await turn(reply.raw, raw.socket);
    reply.header("x-content-type-options", "nosniff");
    allowOrigin(headers.origin, cors, reply);
    if (request.routeOptions.config.isOpen === true) return;
    refuseIfStopping();
    admit(request, reply, keys, limiter);
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      throw new ProblemError("unsupported-media-type", "send the body without `content-encoding`");
    }
  });

  const cursors = new Cursors(options.cursorSecret);
  for (const collection of collections) {
    addRecordRoutes(app, collection, cursors, prefix, problemFor);
  }
  addFormulaRoutes(app, collections);
  addPages(app, {
    collections,
    prefix,
    metrics,
    hasDocs: options.docs !== false,
    refuseIfStopping,
  });
}
