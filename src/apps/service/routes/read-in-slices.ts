import type { FastifyRequest } from "fastify";
import type { Store } from "../../../data/stores/store.ts";
import { paced } from "../../../data/stores/time-slice.ts";
import type { Steps } from "../../../util/steps.ts";
import { contextOf } from "../request-context.ts";

/**
 * Reads a request in steps, and returns the result. Compiling its formulas yields to other work, and counts in the time
 * limit of the store's queries.
 *
 * @throws `StoreError`: `timeout` if it takes longer
 */
export async function readInSlices<T>(
  reading: Steps<T>,
  request: FastifyRequest,
  store?: Store,
): Promise<T> {
  const context = contextOf(request);
  context.signal.throwIfAborted();
  return paced(reading, context.slice(store, true));
}
