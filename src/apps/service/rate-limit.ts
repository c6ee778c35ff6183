import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import type { KeyHolder } from "./keys.ts";
import type { Rate } from "./stored-key.ts";

/** The requests that a key has left, for the headers of an answer. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly rate: Rate;
  readonly left: number;
  /** Whole seconds until all requests are allowed again or, if none is left now, until the next one is allowed. */
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The most keys that are remembered. A key that was forgotten begins again with all its requests. */
const MOST_BUCKETS = 10_000;

/** Counts the requests of each key: each request takes one token of a bucket that fills evenly. */
export class RateLimiter {
  readonly #rate: Rate | undefined;
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: Clock;

  /** @param rate the rate of keys that have none of their own; `undefined` for no limit */
  constructor(rate: Rate | undefined, clock: Clock = SYSTEM_CLOCK) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Counts one request of a key. Returns `undefined` if the key has no limit. */
  take({ id, rate = this.#rate }: KeyHolder): Allowance | undefined {
    if (rate === undefined) return undefined;
    const { requests, seconds } = rate;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(id) ?? { tokens: requests, at: now };
    this.#buckets.delete(id);
    const perMs = requests / (seconds * 1000);
    bucket.tokens = Math.min(requests, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    this.#buckets.set(id, bucket);
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_BUCKETS) break;
      this.#buckets.delete(oldest);
    }
    const wanted = isAllowed ? requests - bucket.tokens : 1 - bucket.tokens;
    return {
      isAllowed,
      rate,
      left: Math.floor(bucket.tokens),
      resetSeconds: Math.max(1, Math.ceil(wanted / perMs / 1000)),
    };
  }
}

/** The headers that tell a client of its limit. */
export function rateHeaders({
  rate,
  left,
  resetSeconds,
  isAllowed,
}: Allowance): Readonly<Record<string, string>> {
  return {
    "ratelimit-policy": `"key";q=${rate.requests};w=${rate.seconds}`,
    ratelimit: `"key";r=${left};t=${resetSeconds}`,
    ...(isAllowed ? {} : { "retry-after": String(resetSeconds) }),
  };
}
