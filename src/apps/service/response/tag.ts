import type { FastifyReply, FastifyRequest } from "fastify";
import type { Formula } from "../../../engine/index.ts";
import type { Collection } from "../collection.ts";
import { ProblemError } from "../http-problem.ts";
import { looksAtClock } from "../looks-at-clock.ts";
import type { Binding } from "../request/binding.ts";
import type { Signer } from "../signer.ts";
import { etagOf, isKnown } from "./etag.ts";
import { joinVary } from "./negotiate.ts";

/** A request for records of a collection, and its response. */
export interface Tagged {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly collection: Collection;
  readonly signer: Signer;
  /** The context in which its formulas were read. */
  readonly binding: Binding;
}

/** Sets the headers for caches. */
export function describeAnswer(reply: FastifyReply, contentType: string): void {
  reply.header("content-type", contentType);
  reply.header("cache-control", "private, no-cache");
  reply.header("vary", joinVary(reply.getHeader("vary"), "accept, accept-encoding"));
}

/**
 * The entity tag of a response; `undefined` if the store cannot tell whether its records have changed, or if a formula
 * reads the clock.
 *
 * @param parts everything else that the response depends on
 */
export function tagOf(
  { request, collection, signer, binding }: Tagged,
  formulas: readonly (Formula | undefined)[],
  type: string,
  parts: readonly unknown[],
): string | undefined {
  const { version } = collection.store;
  if (version === undefined || formulas.some(looksAtClock)) return undefined;
  const sources = formulas.map((formula) => [formula?.source, formula?.timeZone]);
  return etagOf(
    signer,
    version,
    collection.name,
    collection.view,
    type,
    JSON.stringify([binding.text, ...sources, ...parts]),
    request.routeOptions.url ?? "",
  );
}

/**
 * Sets the tag of the response. Returns whether the client already has that response.
 *
 * @throws {@link ProblemError} if a POST has a condition that excludes the tag
 */
export function setTag({ request: { method, headers }, reply }: Tagged, tag: string): boolean {
  reply.header("etag", tag);
  if (!isKnown(tag, headers["if-none-match"])) return false;
  if (method !== "POST") return true;
  throw new ProblemError("precondition-failed", "the response's tag is one of `if-none-match`");
}

/**
 * Sends a response that needs no records: 304 if the client already has the one with this tag, and headers for HEAD. Returns
 * `undefined` if the request needs records.
 *
 * @throws {@link ProblemError} if a precondition of the request cannot hold
 */
export function sendWithoutRecords(
  tagged: Tagged,
  tag: string | undefined,
): FastifyReply | undefined {
  const { method, headers } = tagged.request;
  const { "if-match": wanted = "*", "if-none-match": unwanted = "" } = headers;
  if (wanted.trim() !== "*") {
    throw new ProblemError("precondition-failed", "a weak tag never matches `if-match`");
  }
  if (method === "POST" && unwanted.trim() === "*") {
    const detail = "`if-none-match` is `*`, and the resource exists";
    throw new ProblemError("precondition-failed", detail);
  }
  if (tag !== undefined && setTag(tagged, tag)) return tagged.reply.code(304).send();
  return method === "HEAD" ? tagged.reply.send() : undefined;
}
