import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/apps/service/budget.ts";
import { FormulaMemory } from "../../../src/apps/service/formula-memory.ts";
import { ProblemError } from "../../../src/apps/service/http-problem.ts";
import { SERVICE_LIMITS } from "../../../src/apps/service/limits.ts";
import { RequestContext } from "../../../src/apps/service/request-context.ts";
import { SYSTEM_CLOCK } from "../../../src/data/stores/clock.ts";
import { NOBODY } from "../../../src/data/stores/fair-queue.ts";
import { loopQueue } from "../../../src/data/stores/loop-queue.ts";

const unbounded = (): Budget => new Budget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
const shares = {
  holder: "key",
  requests: unbounded(),
  answerBytes: unbounded(),
  encoderBytes: unbounded(),
  formulas: new FormulaMemory(0, 0, SYSTEM_CLOCK),
  clock: SYSTEM_CLOCK,
} as const;

/** Requests that come in an iteration of the event loop in which no work begins. */
function come(count: number, id: string, weight = 1): readonly RequestContext[] {
  loopQueue.pass(NOBODY, 0);
  return Array.from({ length: count }, () => new RequestContext(shares, { id, weight }));
}

/** The outcome of waiting for the event loop: `undefined`, or the problem. */
const outcomeOf = (context: RequestContext): Promise<unknown> =>
  context.takeTurn().then(
    () => undefined,
    (error: unknown) => error,
  );

describe("requests that wait for the event loop", () => {
  it.each([
    ["512", 1],
    ["a multiple by its weight", 2],
  ])("are of one key at most %s, and further ones get a 429", async (_, weight) => {
    const most = SERVICE_LIMITS.waiting * weight;
    const many = come(most + 3, "flood", weight).map(outcomeOf);
    const others = come(3, "another").map(outcomeOf);
    const refused = (await Promise.all(many)).filter((problem) => problem !== undefined);
    expect(refused).toHaveLength(3);
    for (const problem of refused) {
      expect(problem).toBeInstanceOf(ProblemError);
      expect(problem).toMatchObject({ statusCode: 429, headers: { "retry-after": "1" } });
    }
    expect(await Promise.all(others)).toEqual([undefined, undefined, undefined]);
  });

  it("make room when their clients leave", async () => {
    const contexts = come(SERVICE_LIMITS.waiting, "leaving");
    const outcomes = contexts.map(outcomeOf);
    for (const context of contexts.slice(2)) context.end();
    const next = come(2, "leaving").map(outcomeOf);
    expect(await Promise.all(next)).toEqual([undefined, undefined]);
    const [first, second, ...others] = await Promise.all(outcomes);
    expect([first, second]).toEqual([undefined, undefined]);
    for (const other of others) expect(other).toMatchObject({ message: "the client went away" });
  });
});
