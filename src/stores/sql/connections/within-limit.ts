import { CANCEL_WITHIN_MS } from "./settings.ts";
import { until } from "./until.ts";

/** Waits for what a server does at once, unless it is silent. */
export function withinLimit<T>(promise: Promise<T>): Promise<T> {
  const error = (): Error => new Error("no answer");
  return until(promise, [], { milliseconds: CANCEL_WITHIN_MS, error });
}
