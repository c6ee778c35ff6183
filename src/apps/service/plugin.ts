import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../data/stores/clock.ts";
import { quote } from "../../util/quote.ts";
import { Admission } from "./admission.ts";
import { type Bounds, boundsOf, defaultMemory } from "./bounds.ts";
import { type CollectionOptions, collectionOf } from "./collection.ts";
import { ProblemError } from "./http-problem.ts";
import type { KeyHolder, Keyring } from "./keyring.ts";
import { createMetrics } from "./metrics.ts";
import { RateLimiter } from "./rate-limit.ts";
import { receiveBody } from "./request/receive-body.ts";
import { contextOf, warningsOf } from "./request-context.ts";
import { allowOrigin, countRequest, holderOf } from "./request-key.ts";
import { logAnswer, logOf } from "./request-log.ts";
import { requireService } from "./require-service.ts";
import { setWarnings } from "./response/formula-warnings.ts";
import { inChunks } from "./response/in-chunks.ts";
import { problemOf, sendProblem } from "./response/send-problem.ts";
import { addFormulaRoutes } from "./routes/formulas.ts";
import { addPages } from "./routes/pages.ts";
import { addRecordRoutes } from "./routes/record-routes.ts";
import { addConsole } from "./routes/static-pages.ts";
import { Signer } from "./signer.ts";
import type { Rate } from "./stored-key.ts";
import { setView, type View, Views } from "./views.ts";

/** The options of the plugin. */
export interface ServiceOptions {
  /** The collections of the service, by name. */
  readonly collections: Readonly<Record<string, CollectionOptions>>;
  /** The keys of clients. */
  readonly keys: Keyring;
  /** The default rate limit of keys. Default: no limit. */
  readonly rate?: Rate;
  /** Origins from which pages may send requests in a browser: `["https://example.com"]`, or `["*"]`. Default: none. */
  readonly cors?: readonly string[];
  /** Whether to serve `/docs` and `/openapi.json`. Default: `true`. */
  readonly docs?: boolean;
  /**
   * Whether `/openapi.json` and `/schema` are public. Default: `false`, so that they need a key. The page `/docs` asks
   * for the key.
   */
  readonly openDocs?: boolean;
  /** Whether `/` serves the console, a page for people to view records with a key. Default: `false`. */
  readonly console?: boolean;
  /** Whether to serve `/metrics`, to keys with `admin`. Default: `true`. Needs the package `prom-client`. */
  readonly metrics?: boolean;
  /**
   * The secret for signing cursors and tags, of at least 16 characters. Default: a random one for each start. Services
   * that replace each other need the same.
   */
  readonly cursorSecret?: string;
  /**
   * How long a client may read nothing of its response before the connection is closed, in milliseconds. Default:
   * 30,000.
   */
  readonly stallMs?: number;
  /**
   * The memory for the work of clients in bytes, from which all bounds follow: cached formulas, responses in flight,
   * orders, compressors, connections. Default: half of the heap's limit, or half of the memory of the machine or
   * container if that is less.
   */
  readonly memory?: number;
  /** @internal For tests: the clock of rates, time limits and polling. Default: that of the system. */
  readonly clock?: Clock;
}

/**
 * A plugin for Fastify that serves collections of records, filtered by formulas:
 * `app.register(isoformService, { prefix: "/v1", collections: { cars: { store } }, keys })`.
 */
export async function isoformService(app: FastifyInstance, options: ServiceOptions): Promise<void> {
  requireService(options, "isoformService");
  const bounds = boundsOf(options.memory ?? defaultMemory());
  await addService(app, options, bounds, new Admission(bounds, options.stallMs, options.clock));
}

/** Adds the routes of the service, behind admission control. */
export async function addService(
  app: FastifyInstance,
  options: ServiceOptions,
  bounds: Bounds,
  admission: Admission,
): Promise<void> {
  const given = Object.entries(options.collections);
  const formulaBytes = bounds.formulaBytes / given.length;
  const collections = given.map(([name, one]) => collectionOf(name, one, formulaBytes));
  const { keys, cors = [] } = options;
  const views = new Views(collections);
  for (const holder of keys.holders?.() ?? []) requireView(views, holder);
  const prefix = app.prefix.replace(/\/$/, "");
  const limiter = new RateLimiter(options.rate, options.clock);
  const metrics =
    options.metrics === false ? undefined : await createMetrics(collections, keys, admission);

  const problemFor = (error: unknown, request: FastifyRequest): ProblemError =>
    problemOf(error, request, (code) => metrics?.failed(logOf(request).collection ?? "", code));
  app.setErrorHandler((error, request, reply) => sendProblem(problemFor(error, request), reply));

  // Bodies are JSON, which we read ourselves, without the parsers of the surrounding application.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest, body: Readable) => {
    const length = request.headers["content-length"];
    const bytes = await receiveBody(body, length === undefined ? undefined : Number(length));
    // The bodies of many clients may end in one iteration of the event loop.
    await contextOf(request).takeTurn();
    return bytes;
  });

  const viewFor = (holder: KeyHolder | undefined, request: FastifyRequest): View => {
    try {
      return views.of(holder);
    } catch (error) {
      // The message may contain names of hidden fields.
      request.log.error({ err: error }, "the scope, the fields or the policy of a key do not fit");
      throw new ProblemError(
        "forbidden",
        "the key does not fit the collections: tell the operator of the service",
      );
    }
  };

  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  const refuseIfStopping = (): void => {
    if (!isStopping) return;
    const headers = { connection: "close" };
    throw new ProblemError("shutting-down", "the service is stopping", [], headers);
  };

  const count = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    const { collection = "", key = "", records } = logOf(request);
    const seconds = reply.elapsedTime / 1000;
    metrics?.answered({ collection, status, seconds, records, key });
  };
  app.addHook("onRequest", async (request, reply) => {
    const { headers } = request;
    const { isOpen = false, isProbe = false } = request.routeOptions.config;
    logAnswer(request, reply, (status) => count(request, reply, status));
    await admission.arrive(request, reply);
    reply.header("x-content-type-options", "nosniff");
    allowOrigin(headers.origin, cors, reply);
    // Health checks bypass admission control, so that they work under any load.
    if (isProbe) return;
    const holder = isOpen ? undefined : holderOf(request, keys);
    admission.admit(request, reply, holder);
    if (!isOpen) {
      refuseIfStopping();
      countRequest(request, reply, holder, limiter);
    }
    await contextOf(request).takeTurn();
    if (isOpen) return;
    setView(request, viewFor(holder, request));
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      throw new ProblemError("unsupported-media-type", "send the body without `content-encoding`");
    }
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    try {
      setWarnings(reply, warningsOf(request));
      done(null, inChunks(request, reply, payload));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });

  const signer = new Signer(options.cursorSecret);
  for (const collection of collections) {
    addRecordRoutes(app, { collection, signer, prefix, onFailure: problemFor });
  }
  addFormulaRoutes(app);
  if (options.console === true) addConsole(app, prefix);
  addPages(app, {
    views,
    prefix,
    metrics,
    hasDocs: options.docs !== false,
    isOpen: options.openDocs === true,
    keys,
    refuseIfStopping,
  });
}

/** @throws `TypeError` if the scope, the fields or the policy of a key do not fit the collections */
function requireView(views: Views, holder: KeyHolder): void {
  try {
    views.of(holder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`the key ${holder.id} (${quote(holder.label)}): ${reason}`);
  }
}
