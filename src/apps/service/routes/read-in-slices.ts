import type { FastifyRequest } from "fastify";
import { SYSTEM_CLOCK } from "../../../data/stores/clock.ts";
import { paced, TimeSlice } from "../../../data/stores/time-slice.ts";
import type { Steps } from "../../../util/steps.ts";
import { contextOf } from "../request-context.ts";

/** How long an admitted request may work before it queues behind others, in milliseconds. */
const FIRST_MS = 5;

/** Reads a request in steps, and returns the result. Compiling its formulas yields to other work. */
export async function readInSlices<T>(reading: Steps<T>, request: FastifyRequest): Promise<T> {
  const { signal, holder: owner } = contextOf(request);
  signal.throwIfAborted();
  const begin = SYSTEM_CLOCK.now();
  do {
    const { done, value } = reading.next();
    if (done === true) return value;
  } while (SYSTEM_CLOCK.now() - begin < FIRST_MS);
  const slice = new TimeSlice({ owner, signal });
  await slice.turn();
  return await paced(reading, slice);
}
