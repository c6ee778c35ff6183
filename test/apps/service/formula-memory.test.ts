import { describe, expect, it } from "vitest";
import { FormulaMemory } from "../../../src/apps/service/formula-memory.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import type { FormulaWeight } from "../../../src/data/stores/formula-weight.ts";
import type { Owner } from "../../../src/data/summary/index.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { ask, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";
import { Gate } from "./harness/waiting.ts";

// The compiled formulas of requests that run are memory that keys share.

serviceTests();
const owner = (id: string): Owner => ({ id, weight: 1 });
const [a, b, c] = [owner("a"), owner("b"), owner("c")];
const fixed = (bytes: number): FormulaWeight => ({ fixed: bytes, growing: [] });

/** A formula that grows, and a request that works with it. */
function growing(): FormulaWeight & { bytes: number; stops: string[]; stop(reason: string): void } {
  const stops: string[] = [];
  const formula = {
    bytes: 10,
    fixed: 0,
    growing: [() => formula.bytes],
    stops,
    stop: (reason: string) => stops.push(reason),
  };
  return formula;
}

describe("formulas at work", () => {
  const worker = { stop: () => undefined };

  it("are charged once to each holder that uses them", () => {
    const formulas = new FormulaMemory(100, 25);
    const one = fixed(20);
    const [first, second] = [{ ...worker }, { ...worker }];
    expect(formulas.take(a, one, first)).toBeUndefined();
    expect(formulas.take(a, one, second)).toBeUndefined();
    expect(formulas.take(a, fixed(20), worker)).toBe("own");
    expect(formulas.take(b, one, worker)).toBeUndefined();
    formulas.give(a, one, first);
    expect(formulas.take(a, fixed(20), worker)).toBe("own");
    formulas.give(a, one, second);
    expect(formulas.take(a, fixed(20), worker)).toBeUndefined();
  });

  it("are measured again: the largest of the holder furthest over its share is stopped", () => {
    const formulas = new FormulaMemory(100, 50, new ManualClock());
    const [small, large, other] = [growing(), growing(), growing()];
    for (const one of [small, large]) formulas.take(a, one, one);
    formulas.take(b, other, other);
    small.bytes = 20;
    large.bytes = 40;
    other.bytes = 39;
    formulas.weigh();
    expect([small, large, other].map(({ stops }) => stops)).toEqual([[], [], []]);
    expect(formulas.take(b, fixed(10), worker)).toBe("all");
    large.bytes = 70;
    formulas.weigh();
    formulas.weigh();
    expect([small, large, other].map(({ stops }) => stops)).toEqual([[], ["together"], []]);
    formulas.give(a, large, large);
    expect(formulas.take(c, fixed(10), worker)).toBeUndefined();
  });

  it("that are too large alone are stopped with an error", () => {
    const formulas = new FormulaMemory(100, 50, new ManualClock());
    const one = growing();
    formulas.take(a, one, one);
    one.bytes = 101;
    formulas.weigh();
    expect(one.stops).toEqual(["alone"]);
  });

  it("are measured twenty times a second while one of them may grow", () => {
    const clock = new ManualClock();
    const formulas = new FormulaMemory(100, 50, clock);
    const still = fixed(1);
    formulas.take(b, still, worker);
    expect(clock.timers).toBe(0);
    const [one, other] = [growing(), growing()];
    for (const each of [one, other]) formulas.take(a, each, each);
    one.bytes = 101;
    clock.advance(49);
    expect(one.stops).toEqual([]);
    clock.advance(1);
    expect(one.stops).toEqual(["alone"]);
    for (const each of [one, other]) formulas.give(a, each, each);
    formulas.give(b, still, worker);
    expect(clock.timers).toBe(0);
  });
});

describe("requests that each have a new formula", () => {
  const MB = 2 ** 20;
  /** Some 350 KB. */
  const formula = (time: number): string =>
    `OR({price} >= 0, ${Array.from({ length: 90 }, (_, index) => `{price} = ${index + time * 100}`).join()})`;

  it.each(["/cars/query", "/explain"])(
    "get 429 at %s once their key has used its share",
    async (path) => {
      const gate = new Gate();
      const cars = someCars(10);
      const store = new FaultInjector(await carStore(cars), { before: () => gate.opened });
      const made = ["greedy", "modest"].map((label) => createKey(label));
      for (const { token } of made) keepFromLogs(token);
      const keys = createKeyring(made.map(({ stored }) => stored));
      // 4 MB are for formulas at work, and 1 MB of them for a key.
      const service = await serve({ collections: { cars: { store } }, keys, memory: 16 * MB });
      const [greedy = "", modest = ""] = made.map(({ token }) => token);
      const record = cars[0]?.vin;
      const statuses: number[] = [];
      const send = async (token: string, time: number): Promise<number> => {
        const body = { filterByFormula: formula(time) };
        const { status } = await ask(`${service.url}${path}`, {
          headers: { "x-api-key": token },
          body: path === "/explain" ? { ...body, record } : body,
        });
        return status;
      };
      const count = 6;
      const asked = Array.from({ length: count }, async (_, time) => {
        statuses.push(await send(greedy, time));
        store.changes.changed();
      });
      // Each of them is refused, or waits at the gate.
      await store.until("all requests", ({ begun }) => begun + statuses.length === count);
      const { begun } = store;
      expect(begun).toBeGreaterThan(0);
      expect(begun).toBeLessThan(count);
      expect(new Set(statuses)).toEqual(new Set([429]));
      const other = send(modest, 100);
      const short = ask(`${service.url}/cars${queryOf({ filterByFormula: "1" })}`, {
        headers: { "x-api-key": modest },
      });
      await store.until("two requests of another key", (now) => now.begun === begun + 2);
      gate.open();
      expect(await other).toBe(200);
      expect((await short).status).toBe(200);
      await Promise.all(asked);
      expect(statuses.slice(count - begun)).toEqual(Array(begun).fill(200));
      expect(await send(greedy, 200)).toBe(200);
    },
  );
});
