import { Agent } from "node:http";
import { expect, it } from "vitest";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { GUARDED, HIDDEN_NAMES, storeOf } from "../../apps/service/attacks/fixture.ts";
import { ask, queryOf } from "../../apps/service/harness/client.ts";
import { closeAtEnd } from "../../apps/service/harness/closing.ts";
import { serve, serviceTests } from "../../apps/service/harness/serve.ts";
import { extent, figure } from "../figures.ts";

// Whether the time of an answer tells anything that the answer does not. The two requests of a pair are sent by turns in an order that
// changes from round to round, over one connection, and so is the first of them once more: its difference from itself is chance.

serviceTests();
const ROUNDS = extent(150, 4_000);
const WARM_UP = extent(50, 200);

type Request = readonly [path: string, key: string];

const medianOf = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

it("response times do not tell a hidden field from a missing one, nor one wrong key from another", async () => {
  const [hidden] = HIDDEN_NAMES;
  const missing = "s".padEnd(hidden.length, "x");
  const { token, stored } = createKey("timing");
  const other = createKey("timing").token;
  const sameId = token.slice(0, 30) + other.slice(30);
  const { url } = await serve({
    collections: { cars: { store: await storeOf(GUARDED) } },
    keys: createKeyring([stored]),
    logLevel: "silent",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closeAtEnd(() => agent.destroy());
  const formula = (name: string): string =>
    `/cars${queryOf({ filterByFormula: `{${name}} = "x"` })}`;
  const pairs: Readonly<Record<string, readonly [one: Request, other: Request]>> = {
    "a formula with a hidden field, and with a missing one": [
      [formula(hidden), token],
      [formula(missing), token],
    ],
    "a hidden field, and a missing one": [
      [`/cars?fields.0=${hidden}`, token],
      [`/cars?fields.0=${missing}`, token],
    ],
    "an order by a hidden field, and by a missing one": [
      [`/cars?sort.0.field=${hidden}`, token],
      [`/cars?sort.0.field=${missing}`, token],
    ],
    "a wrong key of a known id, and of none": [
      ["/cars", sameId],
      ["/cars", other],
    ],
    "a wrong key of the right length, and of another": [
      ["/cars", other],
      ["/cars", other.slice(0, -10)],
    ],
    "a wrong key that begins right, and one that does not": [
      ["/cars", `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
      ["/cars", sameId],
    ],
  };
  for (const [name, [one, two]] of Object.entries(pairs)) {
    const requests = [one, two, one];
    const times: number[][] = [[], [], []];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (let step = 0; step < 3; step++) {
        const which = (step + round + WARM_UP) % 3;
        const [path = "", key = ""] = requests[which] ?? [];
        const from = performance.now();
        const { status } = await ask(`${url}${path}`, { agent, headers: { "x-api-key": key } });
        const time = (performance.now() - from) * 1_000;
        expect([401, 422]).toContain(status);
        if (round >= 0) times[which]?.push(time);
      }
    }
    const [first = 0, second = 0, again = 0] = times.map(medianOf);
    figure(name, first, "µs");
    figure("  difference", second - first, `µs, and ${(again - first).toFixed(1)} by chance`);
    // Whoever looks a field up before it is refused, or hashes no wrong key, takes another multiple of the time.
    expect(second / first).toBeLessThan(3);
    expect(first / second).toBeLessThan(3);
  }
});
