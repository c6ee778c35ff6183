// This folder is the service: it serves collections of records over HTTP to the holders of keys.

import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "./http-problem.ts";
import type { KeyHolder, Keyring } from "./keyring.ts";
import { type RateLimiter, rateHeaders } from "./rate-limit.ts";
import { logOf } from "./request-log.ts";
import { joinVary } from "./response/negotiate.ts";
import { requireWeight } from "./stored-key.ts";

/** The holder of a request's key; `undefined` if it has no valid key. */
export function holderOf(request: FastifyRequest, keys: Keyring): KeyHolder | undefined {
  const token = request.headers["x-api-key"];
  const holder = keys.find(typeof token === "string" ? token : "");
  if (holder === undefined) return undefined;
  // A keyring might be asynchronous by mistake. A promise must not count as a holder.
  if (typeof holder.id !== "string") throw new TypeError("`find` of the keyring returns no holder");
  if (holder.weight !== undefined) requireWeight(holder.weight, "`find`: the weight of the holder");
  logOf(request).key = holder.label;
  return holder;
}

/**
 * Counts a request against the rate limit of its key.
 *
 * @throws {@link ProblemError} if it has no key, one without permission, or one over its rate limit
 */
export function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  holder: KeyHolder | undefined,
  limiter: RateLimiter,
): void {
  if (holder === undefined) {
    throw new ProblemError("unauthorized", "send a valid key in the header `x-api-key`", [], {
      "www-authenticate": 'ApiKey header="x-api-key"',
    });
  }
  if (request.routeOptions.config.isForAdmins === true && holder.admin !== true) {
    throw new ProblemError("forbidden", "this needs a key that was made with `--admin`");
  }
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

/** Sets the CORS headers for allowed origins. */
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
      "link, etag, x-next-cursor, x-total-count, x-formula-warnings, ratelimit, ratelimit-policy, retry-after",
    "access-control-max-age": "600",
  });
}
