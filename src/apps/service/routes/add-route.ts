// This folder handles requests, with one kind of route per file.

import type { FastifyInstance, FastifyRequest, RouteHandler } from "fastify";
import { type Mistakes, ProblemError } from "../http-problem.ts";
import { readJson } from "../request/json.ts";
import { readQueryString, type SentParameter } from "../request/query-string.ts";
import {
  type RequestShape,
  type SentRequest,
  sentInBody,
  sentInQuery,
} from "../request/sent-request.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a request needs no key. */
    isOpen?: boolean;
    /** Whether a request needs a key with `admin`. */
    isForAdmins?: boolean;
    /** Whether a request bypasses admission control. */
    isProbe?: boolean;
  }
}

/** Who may send requests: holders of a key, everybody, everybody bypassing admission control, or the operator. */
export type Access = "keys" | "everybody" | "probes" | "admins";

/** A path, and its handlers by method. */
interface Route {
  readonly url: string;
  readonly methods: readonly ("GET" | "HEAD" | "POST")[];
  /** Default: holders of a key. */
  readonly access?: Access;
  readonly handler: RouteHandler;
}

/**
 * Adds a route. Other methods get a 405, which lists the allowed ones.
 *
 * @throws `TypeError` if something else is served there
 */
export function addRoute(app: FastifyInstance, route: Route): void {
  try {
    addMethods(app, route);
  } catch (error) {
    if (Object(error).code !== "FST_ERR_DUPLICATED_ROUTE") throw error;
    const path = `${app.prefix}${route.url}`;
    throw new TypeError(
      `something else is served at ${path}: give the collection another name or \`path\``,
    );
  }
}

function addMethods(app: FastifyInstance, { url, methods, access = "keys", handler }: Route): void {
  // URLs are not logged, since they contain formulas.
  const common = { url, exposeHeadRoute: false, logSerializers: { req: withoutQuery } };
  const known = new Set<string>([...methods, "OPTIONS"]);
  const allow = [...known].join(", ");
  app.route({
    ...common,
    method: [...methods],
    config: {
      isOpen: access === "everybody" || access === "probes",
      isForAdmins: access === "admins",
      isProbe: access === "probes",
    },
    handler,
  });
  app.route({
    ...common,
    method: "OPTIONS",
    config: { isOpen: true },
    handler: async (_, reply) => reply.code(204).header("allow", allow).send(),
  });
  app.route({
    ...common,
    method: app.supportedMethods.filter((name) => !known.has(name)),
    config: { isOpen: true },
    // The request is rejected before its body is read.
    onRequest: async () => {
      throw new ProblemError("method-not-allowed", `the methods here are ${allow}`, [], { allow });
    },
    handler: async () => undefined,
  });
}

/** The query parameters of a request. */
export function parametersOf(
  { raw: { url = "" } }: FastifyRequest,
  mistakes: Mistakes,
): readonly SentParameter[] {
  const start = url.search(/[?#]/);
  if (start === -1) return [];
  // The router ends the path at `#`, and would drop the rest of the URL.
  if (url[start] === "#") {
    throw new ProblemError("bad-request", "an address has no `#`: encode it as %23");
  }
  return readQueryString(url.slice(start + 1), mistakes);
}

/** The parameters of a request, from its body if it is a POST. */
export function sentBy(
  request: FastifyRequest,
  shape: RequestShape,
  mistakes: Mistakes,
): SentRequest {
  if (request.method !== "POST") {
    return sentInQuery(parametersOf(request, mistakes), shape, mistakes);
  }
  refuseParameters(request, mistakes);
  return sentInBody(readJson(request.body, mistakes), shape, mistakes);
}

/** Rejects query parameters in a request with a body. */
function refuseParameters(request: FastifyRequest, mistakes: Mistakes): void {
  for (const { name } of parametersOf(request, mistakes)) {
    mistakes.malformed(name, "unknown-parameter", "the parameters belong in the body here");
  }
}

function withoutQuery({ method, url }: FastifyRequest): object {
  return { method, path: url.split(/[?#]/, 1)[0] };
}
