import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import type { KeyHolder } from "./keyring.ts";
import type { Rate } from "./stored-key.ts";

/** The remaining requests of a key, for response headers. */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  readonly rate: Rate;
  readonly left: number;
  /** Whole seconds until all requests are available again or, if none is left, until the next one is. */
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The most buckets. An evicted key starts again with a full bucket. */
const MOST_BUCKETS = 10_000;

/** A rate limiter with token buckets, one for each key: each request takes one token, and buckets fill evenly. */
export class RateLimiter {
  readonly #rate: Rate | undefined;
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: Clock;

  /** @param rate the default rate of keys; `undefined` for no limit */
  constructor(rate: Rate | undefined, clock: Clock = SYSTEM_CLOCK) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Counts a request of a key. Returns `undefined` if the key has no limit. */
  take({ id, rate = this.#rate }: KeyHolder): RateLimitStatus | undefined {
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

/** The rate limit headers of a response. */
export function rateHeaders({
  rate,
  left,
  resetSeconds,
  isAllowed,
}: RateLimitStatus): Readonly<Record<string, string>> {
  return {
    "ratelimit-policy": `"key";q=${rate.requests};w=${rate.seconds}`,
    ratelimit: `"key";r=${left};t=${resetSeconds}`,
    ...(isAllowed ? {} : { "retry-after": String(resetSeconds) }),
  };
}
