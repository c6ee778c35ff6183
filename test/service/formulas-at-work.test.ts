import { describe, expect, it } from "vitest";
import { FormulasAtWork } from "../../src/service/formulas-at-work.ts";
import { createKey, keyringOf } from "../../src/service/index.ts";
import type { FormulaWeight } from "../../src/stores/formula-weight.ts";
import type { Owner } from "../../src/stores/turns.ts";
import { ask, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { until } from "./harness/memory.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

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

  it("are charged once to each holder that works with them", () => {
    const formulas = new FormulasAtWork(100, 25);
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

  it("are weighed again: the largest of the holder that has the most is stopped", () => {
    const formulas = new FormulasAtWork(100, 50);
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
    for (const one of [small, other]) formulas.give(one === small ? a : b, one, one);
  });

  it("that are too large alone are stopped, and say so", () => {
    const formulas = new FormulasAtWork(100, 50);
    const one = growing();
    formulas.take(a, one, one);
    one.bytes = 101;
    formulas.weigh();
    expect(one.stops).toEqual(["alone"]);
    formulas.give(a, one, one);
  });
});

describe("requests with ever new formulas", () => {
  const MB = 2 ** 20;
  /** Some 350 KB. */
  const formula = (time: number): string =>
    `OR({price} >= 0, ${Array.from({ length: 90 }, (_, index) => `{price} = ${index + time * 100}`).join()})`;

  it.each(["/cars/query", "/explain"])(
    "get 429 at %s when their key has its share",
    async (path) => {
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      const store = new FaultInjector(await carStore(someCars(10)), { before: () => gate });
      const made = ["greedy", "modest"].map((label) => createKey(label));
      for (const { token } of made) keepFromLogs(token);
      const keys = keyringOf(made.map(({ stored }) => stored));
      // 4 MB are for formulas at work, and 1 MB of them for a key.
      const service = await serve({ collections: { cars: { store } }, keys, memory: 16 * MB });
      const [greedy = "", modest = ""] = made.map(({ token }) => token);
      const record = someCars(1)[0]?.vin;
      const send = (token: string, source: string): Promise<{ readonly status: number }> =>
        ask(`${service.url}${path}`, {
          method: "POST",
          headers: { "x-api-key": token, "content-type": "application/json" },
          body: JSON.stringify({
            filterByFormula: source,
            ...(path === "/explain" ? { record } : {}),
          }),
        });
      const statuses: number[] = [];
      const asked = Array.from({ length: 12 }, async (_, time) => {
        const { status } = await send(greedy, formula(time));
        statuses.push(status);
      });
      await until(() => statuses.length + store.begun === 12 && store.begun > 0);
      expect(new Set(statuses)).toEqual(new Set([429]));
      const other = send(modest, formula(100));
      const short = ask(`${service.url}/cars${queryOf({ filterByFormula: "1" })}`, {
        headers: { "x-api-key": modest },
      });
      go();
      expect((await other).status).toBe(200);
      expect((await short).status).toBe(200);
      await Promise.all(asked);
      expect(statuses).toContain(200);
      expect((await send(greedy, formula(200))).status).toBe(200);
    },
  );
});
