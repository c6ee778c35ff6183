import { beforeEach, describe, expect, it } from "vitest";
import { RateLimiter, rateHeaders } from "../../../src/apps/service/rate-limit.ts";
import { ManualClock } from "../../harness/manual-clock.ts";

const RATE = { requests: 3, seconds: 60 };
const key = { id: "a", label: "a" };
let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

/** Whether a key may ask, and how many requests it has left. */
function take(limiter: RateLimiter, holder = key): readonly unknown[] {
  const { isAllowed, left, resetSeconds } = limiter.take(holder) ?? {};
  return [isAllowed, left, resetSeconds];
}

describe("a rate limit", () => {
  it("allows a number of requests at once, and says when more are allowed", () => {
    const limiter = new RateLimiter(RATE, clock);
    expect(Array.from({ length: 5 }, () => take(limiter))).toEqual([
      [true, 2, 20],
      [true, 1, 40],
      [true, 0, 60],
      [false, 0, 20],
      [false, 0, 20],
    ]);
  });

  it("refills evenly, up to its maximum", () => {
    const limiter = new RateLimiter(RATE, clock);
    for (let again = 0; again < 3; again++) take(limiter);
    clock.advance(19_999);
    expect(take(limiter)).toEqual([false, 0, 1]);
    clock.advance(1);
    expect(take(limiter)).toEqual([true, 0, 60]);
    clock.advance(600_000);
    expect(take(limiter)).toEqual([true, 2, 20]);
  });

  it("is counted for each key, and a key's own limit replaces the service's", () => {
    const limiter = new RateLimiter(RATE, clock);
    const other = { id: "b", label: "b", rate: { requests: 1, seconds: 1 } };
    expect(take(limiter, other)).toEqual([true, 0, 1]);
    expect(take(limiter, other)).toEqual([false, 0, 1]);
    expect(take(limiter)).toEqual([true, 2, 20]);
    clock.advance(1_000);
    expect(take(limiter, other)).toEqual([true, 0, 1]);
    expect(new RateLimiter(undefined, clock).take(key)).toBeUndefined();
  });

  it("drops the key that was used longest ago if there are too many keys", () => {
    const limiter = new RateLimiter({ requests: 1, seconds: 60 }, clock);
    const holder = (index: number) => ({ id: String(index), label: "" });
    for (let index = 0; index <= 10_000; index++) take(limiter, holder(index));
    expect(take(limiter, holder(1))[0]).toBe(false);
    expect(take(limiter, holder(0))[0]).toBe(true);
  });

  it("is in the headers of a response", () => {
    const allowance = { isAllowed: true, rate: RATE, left: 2, resetSeconds: 20 };
    const headers = { "ratelimit-policy": '"key";q=3;w=60', ratelimit: '"key";r=2;t=20' };
    expect(rateHeaders(allowance)).toEqual(headers);
    expect(rateHeaders({ ...allowance, isAllowed: false })).toEqual({
      ...headers,
      "retry-after": "20",
    });
  });
});
