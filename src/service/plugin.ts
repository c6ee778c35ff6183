import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandler,
  RouteOptions,
} from "fastify";
import type { StoreErrorCode } from "../stores/store.ts";
import { type CollectionOptions, collectionOf } from "./collection.ts";
import type { KeyHolder, Keyring, Rate } from "./keys.ts";
import { createMetrics } from "./metrics.ts";
import { docsPage } from "./pages/docs.ts";
import { explainFormula, validateFormula } from "./pages/formula.ts";
import { openApi } from "./pages/open-api.ts";
import { describeSchemas } from "./pages/schema.ts";
import { Mistakes, ProblemError } from "./problem.ts";
import { RateLimiter, rateHeaders } from "./rate-limit.ts";
import { readBody } from "./request/body.ts";
import { Cursors } from "./request/cursor.ts";
import { readJson } from "./request/json.ts";
import { type RawQuery, readParameters } from "./request/parameters.ts";
import { readQuery } from "./request/query.ts";
import { type Parameter, readQueryString } from "./request/query-string.ts";
import { problemOf, sendProblem } from "./response/send-problem.ts";
import { answer, type Facts, joinVary } from "./response/send-records.ts";
import { whenClosed } from "./response/when-closed.ts";

/** Options of the plugin. */
export interface ServiceOptions {
  /** What is served, by its name. */
  readonly collections: Readonly<Record<string, CollectionOptions>>;
  /** Who may ask. */
  readonly keys: Keyring;
  /** How often a key may ask that has no rate of its own; no limit unless given. */
  readonly rate?: Rate;
  /** The origins whose pages may ask from a browser: `["https://example.com"]`, or `["*"]`. None unless given. */
  readonly cors?: readonly string[];
  /** Whether `/docs` and `/openapi.json` are served, to everybody; they are unless this is `false`. */
  readonly docs?: boolean;
  /** Whether `/metrics` is served, to holders of a key; it is unless this is `false`. It needs the package `prom-client`. */
  readonly metrics?: boolean;
  /** Signs cursors. Services that stand in for each other need the same; each start makes a new one unless given. */
  readonly cursorSecret?: string;
  /** How long a client may take nothing of its answer, in milliseconds, before it is broken off; 30,000 unless given. */
  readonly stallMs?: number;
  /** Whether the service is about to stop: it is then not ready for new requests. */
  readonly isStopping?: () => boolean;
}

const READY_WITHIN_MS = 2_000;

/** What is known of a request that is being answered. */
const factsOf = new WeakMap<FastifyRequest, Facts>();

/**
 * A plugin for Fastify that serves collections of records, filtered by formulas:
 * `app.register(isoformService, { prefix: "/v1", collections: { cars: { store } }, keys })`.
 */
export async function isoformService(app: FastifyInstance, options: ServiceOptions): Promise<void> {
  const collections = Object.entries(options.collections).map(([name, given]) =>
    collectionOf(name, given),
  );
  const { keys, cors = [], stallMs = 30_000 } = options;
  const prefix = app.prefix.replace(/\/$/, "");
  const cursors = new Cursors(options.cursorSecret);
  const limiter = new RateLimiter(options.rate);
  const metrics = options.metrics === false ? undefined : await createMetrics(collections);

  const problemFor = (error: unknown, request: FastifyRequest): ProblemError =>
    problemOf(error, request, (code: StoreErrorCode) =>
      metrics?.failed(factsOf.get(request)?.collection ?? "", code),
    );

  app.setErrorHandler((error, request, reply) => sendProblem(problemFor(error, request), reply));
  // Bodies are JSON, which we read ourselves, whatever the application around us reads.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", async (request, reply) => {
    const { headers } = request;
    // Fastify has a hook for answers that are whole, and none for those that break off.
    whenClosed(reply.raw, request.raw.socket, () => report(request, reply));
    reply.header("x-content-type-options", "nosniff");
    allowOrigin(headers.origin, cors, reply);
    if (request.routeOptions.config.isOpen === true) return;
    if (options.isStopping?.() === true) throw stopping();
    const holder = keys.find(singleHeader(headers["x-api-key"]));
    if (holder === undefined) {
      throw new ProblemError("unauthorized", "send a valid key in the header `x-api-key`", [], {
        "www-authenticate": 'ApiKey header="x-api-key"',
      });
    }
    admit(holder, limiter, request, reply);
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      throw new ProblemError("unsupported-media-type", "send the body without `content-encoding`");
    }
  });
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    const facts = factsOf.get(request);
    const { statusCode: status, elapsedTime } = reply;
    const { collection = "", key = "", format, encoding, records = 0 } = facts ?? {};
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
    );
    metrics?.answered({ collection, status, seconds: elapsedTime / 1000, records, key });
  };

  const add = (route: RouteOptions): void => {
    // Addresses hold formulas, and logs do not.
    app.route({ ...route, exposeHeadRoute: false, logSerializers: { req: withoutQuery } });
  };

  for (const collection of collections) {
    const send = (
      request: FastifyRequest,
      reply: FastifyReply,
      raw: RawQuery,
      mistakes: Mistakes,
      linkTo: (cursor: string) => string | undefined,
    ): Promise<FastifyReply> => {
      const facts = factsOf.get(request) ?? { records: 0 };
      facts.collection = collection.name;
      const query = readQuery(raw, collection, cursors, mistakes);
      mistakes.throwIfAny();
      const onFailure = (error: unknown): unknown => problemFor(error, request);
      return answer({
        request,
        reply,
        collection,
        query,
        cursors,
        linkTo,
        stallMs,
        facts,
        onFailure,
      });
    };
    add({
      method: ["GET", "HEAD"],
      url: collection.path,
      handler: (request, reply) => {
        const mistakes = new Mistakes();
        const parameters = readQueryString(queryStringOf(request), mistakes);
        const raw = readParameters(parameters, mistakes);
        const path = `${prefix}${collection.path}`;
        return send(request, reply, raw, mistakes, (cursor) => nextLink(path, parameters, cursor));
      },
    });
    add({
      method: "POST",
      url: `${collection.path}/query`,
      handler: (request, reply) => {
        const mistakes = new Mistakes();
        refuseParameters(request, mistakes);
        const raw = readBody(readJson(request.body, mistakes), mistakes);
        return send(request, reply, raw, mistakes, () => undefined);
      },
    });
    refuseOthers(add, collection.path, ["GET", "HEAD"]);
    refuseOthers(add, `${collection.path}/query`, ["POST"]);
  }

  const addPage = (url: string, config: { isOpen?: boolean }, handler: RouteHandler): void => {
    add({ method: ["GET", "HEAD"], url, config, handler });
    refuseOthers(add, url, ["GET", "HEAD"]);
  };
  addPage("/schema", {}, async () => describeSchemas(collections));
  for (const [url, run] of [
    ["/validate", validateFormula],
    ["/explain", explainFormula],
  ] as const) {
    add({
      method: ["GET", "HEAD", "POST"],
      url,
      handler: (request) => {
        const mistakes = new Mistakes();
        if (request.method === "POST") {
          refuseParameters(request, mistakes);
          return run(readJson(request.body, mistakes), collections, mistakes);
        }
        const parameters = readQueryString(queryStringOf(request), mistakes);
        return run(Object.fromEntries(singles(parameters, mistakes)), collections, mistakes);
      },
    });
    refuseOthers(add, url, ["GET", "HEAD", "POST"]);
  }
  const isOpen = { isOpen: true };
  addPage("/livez", isOpen, async () => ({ status: "ok" }));
  addPage("/readyz", isOpen, async (_, reply) => {
    if (options.isStopping?.() === true) throw stopping();
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const states = await Promise.all(
      collections.map(async ({ name, store }) => {
        const isReady = await store.check(signal).then(
          () => true,
          () => false,
        );
        return [name, isReady ? "ok" : "unavailable"] as const;
      }),
    );
    const isReady = states.every(([, state]) => state === "ok");
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? "ok" : "unavailable", collections: Object.fromEntries(states) });
  });
  if (metrics !== undefined) {
    addPage("/metrics", {}, async (_, reply) =>
      reply.type(metrics.contentType).send(await metrics.text()),
    );
  }
  if (options.docs !== false) {
    const document = openApi(collections, prefix);
    addPage("/openapi.json", isOpen, async () => document);
    const page = docsPage(collections, prefix);
    addPage("/docs", isOpen, async (_, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", page.policy)
        .send(page.html),
    );
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether everybody may ask, without a key. */
    isOpen?: boolean;
  }
}

function singleHeader(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Counts a request of a key. */
function admit(
  holder: KeyHolder,
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  factsOf.set(request, { records: 0, key: holder.label });
  const allowance = limiter.take(holder);
  if (allowance === undefined) return;
  const headers = rateHeaders(allowance);
  if (!allowance.isAllowed) {
    const { requests, seconds } = allowance.rate;
    const detail = `the key may make ${requests} requests in ${seconds} seconds; wait ${allowance.resetSeconds} seconds`;
    throw new ProblemError("too-many-requests", detail, [], headers);
  }
  reply.headers(headers);
}

function allowOrigin(
  origin: string | undefined,
  allowed: readonly string[],
  reply: FastifyReply,
): void {
  if (allowed.length === 0) return;
  reply.header("vary", joinVary(reply.getHeader("vary"), "origin"));
  if (origin === undefined) return;
  if (!allowed.includes("*") && !allowed.includes(origin)) return;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST",
    "access-control-allow-headers": "x-api-key, content-type, if-none-match",
    "access-control-expose-headers":
      "link, etag, x-next-cursor, ratelimit, ratelimit-policy, retry-after",
    "access-control-max-age": "600",
  });
}

function stopping(): ProblemError {
  const headers = { connection: "close", "retry-after": "5" };
  return new ProblemError("shutting-down", "the service is about to stop", [], headers);
}

/** What stands behind the path of an address. */
function queryStringOf({ raw: { url = "" } }: FastifyRequest): string {
  const start = url.search(/[?#]/);
  if (start === -1) return "";
  // The router takes `#` for the end of the path; whoever sent it meant to ask for something that would be lost.
  if (url[start] === "#") {
    throw new ProblemError("bad-request", "an address has no `#`: encode it as %23");
  }
  return url.slice(start + 1);
}

function withoutQuery(request: FastifyRequest): object {
  return { method: request.method, path: request.url.split(/[?#]/, 1)[0] };
}

/** The same address with another cursor. Written anew, as what was sent may hold characters that end a link. */
function nextLink(path: string, parameters: readonly Parameter[], cursor: string): string {
  const others = parameters.filter(({ name }) => name !== "cursor");
  const pairs = [...others, { name: "cursor", value: cursor }].map(
    ({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${path}?${pairs.join("&")}`;
}

function refuseParameters(request: FastifyRequest, mistakes: Mistakes): void {
  for (const { name } of readQueryString(queryStringOf(request), mistakes)) {
    mistakes.malformed(name, "unknown-parameter", "parameters stand in the body here");
  }
}

function* singles(
  parameters: ReturnType<typeof readQueryString>,
  mistakes: Mistakes,
): Generator<readonly [string, string]> {
  const seen = new Set<string>();
  for (const { name, value } of parameters) {
    if (seen.has(name)) {
      mistakes.malformed(name, "duplicate-parameter", "a parameter is given twice");
    }
    seen.add(name);
    yield [name, value];
  }
}

/** Says which methods there are, for those that there are not. */
function refuseOthers(
  add: (route: RouteOptions) => void,
  url: string,
  served: readonly string[],
): void {
  const allowed = [...served, "OPTIONS"];
  const allow = allowed.join(", ");
  const config = { isOpen: true };
  add({
    method: "OPTIONS",
    url,
    config,
    handler: async (_, reply) => reply.code(204).header("allow", allow).send(),
  });
  add({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"].filter(
      (name) => !allowed.includes(name),
    ),
    url,
    config,
    // Before the body is read: it does not matter.
    onRequest: async () => {
      throw new ProblemError("method-not-allowed", `here is ${allow}`, [], { allow });
    },
    handler: async () => undefined,
  });
}
