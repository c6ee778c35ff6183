// This folder answers requests. Each file has one kind of address.

import type { FastifyInstance, FastifyRequest, RouteHandler } from "fastify";
import { type Mistakes, ProblemError } from "../problem.ts";
import { type Parameter, readQueryString } from "../request/query-string.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a request needs no key. */
    isOpen?: boolean;
    /** Whether a request needs a key of the operator's. */
    isForAdmins?: boolean;
    /** Whether a request is let in however busy the service is. */
    isProbe?: boolean;
  }
}

/** Who may ask: holders of a key, everybody, everybody however busy the service is, or the operator. */
export type Access = "keys" | "everybody" | "probes" | "admins";

/** An address, and the methods that it answers. */
interface Route {
  readonly url: string;
  readonly methods: readonly ("GET" | "HEAD" | "POST")[];
  /** Holders of a key, unless it says otherwise. */
  readonly access?: Access;
  readonly handler: RouteHandler;
}

/** Adds an address. It refuses the methods that it does not answer, and says which ones it does. */
export function addRoute(
  app: FastifyInstance,
  { url, methods, access = "keys", handler }: Route,
): void {
  // The log has no addresses, since they hold formulas.
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
    // The request is refused before its body is read, since the body does not matter.
    onRequest: async () => {
      throw new ProblemError("method-not-allowed", `the methods here are ${allow}`, [], { allow });
    },
    handler: async () => undefined,
  });
}

/** The parameters in the address of a request. */
export function parametersOf(
  { raw: { url = "" } }: FastifyRequest,
  mistakes: Mistakes,
): readonly Parameter[] {
  const start = url.search(/[?#]/);
  if (start === -1) return [];
  // The router ends the path at `#`, so a part of the request would be lost.
  if (url[start] === "#") {
    throw new ProblemError("bad-request", "an address has no `#`: encode it as %23");
  }
  return readQueryString(url.slice(start + 1), mistakes);
}

/** Refuses parameters in the address of a request that has them in its body. */
export function refuseParameters(request: FastifyRequest, mistakes: Mistakes): void {
  for (const { name } of parametersOf(request, mistakes)) {
    mistakes.malformed(name, "unknown-parameter", "the parameters belong in the body here");
  }
}

function withoutQuery({ method, url }: FastifyRequest): object {
  return { method, path: url.split(/[?#]/, 1)[0] };
}
