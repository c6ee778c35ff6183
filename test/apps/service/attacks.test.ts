import { beforeAll, describe, expect, it } from "vitest";
import { ATTACKS, type Attack, CORPUS } from "../../attacks/corpus.ts";
import { needForEach } from "../../harness/extent.ts";
import { ELSEWHERE, expectElsewhere, SCENARIO_OF } from "./attacks/corpus-scenarios.ts";
import { DECISIONS } from "./attacks/decisions.ts";
import { OWN_REQUESTS } from "./attacks/own-requests.ts";
import { EXPECTED_STATUSES } from "./attacks/own-scenarios.ts";
import { SCENARIO_NAMES, SCENARIOS } from "./attacks/scenarios.ts";
import { type Attacked, serveAttacked } from "./attacks/served.ts";
import { serviceTests } from "./harness/serve.ts";

serviceTests();
let service: Attacked;

beforeAll(async () => {
  service = await serveAttacked();
});

for (const [family, requests] of Object.entries(OWN_REQUESTS)) {
  describe(family, () => {
    it.each(requests.map((request) => [shorten(request[0]), request] as const))(
      "%s",
      async (_, [target, status, ...codes]) => {
        const answer = await service.get(
          target.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character)),
        );
        expect(answer.status, answer.body.slice(0, 300)).toBe(status);
        if (codes.length > 0) expect(codesOf(answer.body)).toEqual(codes);
      },
    );
  });
}

describe("an attack that no ordinary request makes", () => {
  it.each(SCENARIO_NAMES)("%s", async (name) => {
    expect([...new Set(await SCENARIOS[name](service))]).toEqual(EXPECTED_STATUSES[name]);
  });
});

const attacks = ATTACKS?.filter(({ kind }) => kind === "http") ?? [];

describe("the corpus of attacks over HTTP", () => {
  needForEach(CORPUS);

  it.each(attacks.map((attack) => [attack.id, attack] as const))("%s", async (id, attack) => {
    const elsewhere = ELSEWHERE[id];
    if (elsewhere !== undefined) {
      expectElsewhere(elsewhere);
      return;
    }
    const observed = await tryAttack(attack);
    expect(observed.length).toBeGreaterThan(0);
    for (const status of observed) expect(attack.statuses).toContain(status);
    // What is left open is decided, and a change shows.
    if (attack.statuses.length > 1) expect({ [id]: observed }).toEqual({ [id]: DECISIONS[id] });
  });

  it("has a decision exactly for each attack that leaves the status open", () => {
    const open = attacks.filter(({ id, statuses }) => statuses.length > 1 && !(id in ELSEWHERE));
    expect(Object.keys(DECISIONS).sort()).toEqual(open.map(({ id }) => id).sort());
  });
});

async function tryAttack({ id, input }: Attack): Promise<readonly number[]> {
  const names = SCENARIO_OF[id];
  if (names !== undefined) {
    const statuses: number[] = [];
    for (const name of names) statuses.push(...(await SCENARIOS[name](service)));
    return [...new Set(statuses)];
  }
  const target = input.replace(/^GET /, "").replace(/ \(raw non-ASCII byte.*$/, "");
  // As bytes: what is no ASCII goes out as the UTF-8 that it is.
  const bytes = Buffer.from(target).toString("latin1");
  expect(bytes).toMatch(/^(?:\/|http:)\S*$/);
  return [(await service.get(bytes)).status];
}

function codesOf(body: string): unknown {
  const problem = JSON.parse(body) as { errors?: readonly { code: string }[] };
  return problem.errors?.map(({ code }) => code);
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
