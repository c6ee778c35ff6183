import { Agent, request } from "node:http";
import { createKey, keyringOf, startService } from "../../src/service/index.ts";
import { GUARDED, HIDDEN_NAMES, storeOf } from "./attacks/fixture.ts";
import { queryOf } from "./harness/client.ts";

// Whether the time of an answer tells anything that the answer does not: `tsx test/service/timing.ts [rounds]`. What is compared is asked
// by turns in an order that changes from round to round, over one connection, and each pair is compared with a pair of the same question.

const rounds = Number(process.argv[2] ?? 4_000);
const [hidden] = HIDDEN_NAMES;
const missing = "s".padEnd(hidden.length, "x");

const { token, stored } = createKey("timing");
const other = createKey("timing").token;
const sameId = token.slice(0, 30) + other.slice(30);
const service = await startService({
  collections: { cars: { store: await storeOf(GUARDED) } },
  keys: keyringOf([stored]),
  metrics: false,
  port: 0,
  logLevel: "silent",
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

type Question = readonly [path: string, key: string];

const formula = (name: string): string => `/cars${queryOf({ filterByFormula: `{${name}} = "x"` })}`;
/** Each pair, and the first of it once more: what differs between the two of those is chance. */
const PAIRS: Readonly<Record<string, readonly [one: Question, other: Question]>> = {
  "a formula with a hidden field, and with none of that name": [
    [formula(hidden), token],
    [formula(missing), token],
  ],
  "a hidden field asked for, and one that there is not": [
    [`/cars?fields.0=${hidden}`, token],
    [`/cars?fields.0=${missing}`, token],
  ],
  "an order by a hidden field, and by one that there is not": [
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

function ask([path, key]: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    request(`${service.url}${path}`, { agent, headers: { "x-api-key": key } }, (response) => {
      response.resume();
      response.on("end", () => resolve(Number(process.hrtime.bigint() - start) / 1000));
    })
      .on("error", reject)
      .end();
  });
}

const medianOf = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

console.log("median time of an answer, microseconds; the last column is what chance makes");
for (const [name, [one, two]] of Object.entries(PAIRS)) {
  const questions = [one, two, one];
  const times: number[][] = [[], [], []];
  for (let round = -200; round < rounds; round++) {
    for (let step = 0; step < 3; step++) {
      const which = (step + round + 300) % 3;
      const question = questions[which];
      if (question === undefined) continue;
      const time = await ask(question);
      if (round >= 0) times[which]?.push(time);
    }
  }
  const [first = 0, second = 0, again = 0] = times.map(medianOf);
  const columns = [first, second, second - first, again - first].map((time) => time.toFixed(1));
  console.log(
    `${name}: ${columns[0]} and ${columns[1]}, difference ${columns[2]}, chance ${columns[3]}`,
  );
}
agent.destroy();
await service.stop();
