import type { FastifyReply, FastifyRequest } from "fastify";
import type { Formula } from "../../../engine/index.ts";
import { internals } from "../../../language/core/compiled.ts";
import { usesClock } from "../../../language/core/uses.ts";
import type { Collection } from "../collection.ts";
import { ProblemError } from "../problem.ts";
import type { Binding } from "../request/binding.ts";
import type { Signer } from "../signer.ts";
import { etagOf, isKnown } from "./etag.ts";
import { joinVary } from "./negotiate.ts";

/** A request about the records of a collection, and its answer. */
export interface Tagged {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly collection: Collection;
  readonly signer: Signer;
  /** What its formulas were read with. */
  readonly binding: Binding;
}

/** Sets the headers by which caches know the answer. */
export function describeAnswer(reply: FastifyReply, contentType: string): void {
  reply.header("content-type", contentType);
  reply.header("cache-control", "private, no-cache");
  reply.header("vary", joinVary(reply.getHeader("vary"), "accept, accept-encoding"));
}

/** @throws {@link ProblemError} if a condition of the request never holds. */
export function refuseConditions({ method, headers }: FastifyRequest): void {
  const { "if-match": wanted = "*", "if-none-match": unwanted = "" } = headers;
  if (wanted.trim() !== "*") {
    throw new ProblemError("precondition-failed", "a weak tag never matches `if-match`");
  }
  if (method === "POST" && unwanted.trim() === "*") {
    throw new ProblemError("precondition-failed", "`if-none-match` is `*`, and there is an answer");
  }
}

/**
 * The tag of an answer; `undefined` if the store cannot tell whether its records are still the same, or if a formula
 * looks at the clock.
 *
 * @param asked everything else that the answer depends on
 */
export function tagOf(
  { request, collection, signer, binding }: Tagged,
  formulas: readonly (Formula | undefined)[],
  type: string,
  asked: readonly unknown[],
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
    JSON.stringify([binding.text, ...sources, ...asked]),
    request.routeOptions.url ?? "",
  );
}

function looksAtClock(formula: Formula | undefined): boolean {
  if (formula === undefined) return false;
  const { root, condition } = internals(formula);
  return usesClock(root, condition);
}

/**
 * Tells the client the tag of the answer, and returns whether it has the answer already.
 *
 * @throws {@link ProblemError} if the answer has the tag that a POST asks it not to have.
 */
export function isTold({ request: { method, headers }, reply }: Tagged, tag: string): boolean {
  reply.header("etag", tag);
  if (!isKnown(tag, headers["if-none-match"])) return false;
  if (method !== "POST") return true;
  throw new ProblemError("precondition-failed", "the answer has a tag of `if-none-match`");
}
