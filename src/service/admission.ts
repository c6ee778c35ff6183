// This folder is the service: it serves collections of records over HTTP to the holders of keys.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Keyring } from "./keys.ts";
import { ProblemError } from "./problem.ts";
import { type RateLimiter, rateHeaders } from "./rate-limit.ts";
import { logOf } from "./request-log.ts";
import { joinVary } from "./response/negotiate.ts";

/**
 * Admits a request that has a valid key, and counts it.
 *
 * @throws {@link ProblemError} if the key is not valid, or has made too many requests.
 */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Keyring,
  limiter: RateLimiter,
): void {
  const token = request.headers["x-api-key"];
  const holder = keys.find(typeof token === "string" ? token : "");
  if (holder === undefined) {
    throw new ProblemError("unauthorized", "send a valid key in the header `x-api-key`", [], {
      "www-authenticate": 'ApiKey header="x-api-key"',
    });
  }
  // JavaScript lets a keyring be asynchronous. A promise must not count as a holder.
  if (typeof holder.id !== "string") throw new TypeError("`find` of the keyring returns no holder");
  logOf(request).key = holder.label;
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

/** Lets the pages of some origins read the answer in a browser. */
export function allowOrigin(
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
