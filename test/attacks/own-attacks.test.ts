import { describe, expect, it } from "vitest";
import { compileOrThrow, fx } from "../../src/index.ts";
import { isText } from "../../src/language/values/text/index.ts";
import { isTurn } from "../harness/extent.ts";
import { expectSameEverywhere } from "../hostile/everywhere.ts";
import { BASE_ROWS, CARS, type Car, payloadRows } from "./fixture.ts";
import { expectUntouchedGlobals } from "./globals.ts";
import { tryFormula } from "./invariants.ts";
import { OWN_ATTACKS, type OwnOutcome, PAYLOADS } from "./own-attacks.ts";

const otherRows = [...BASE_ROWS, ...payloadRows(PAYLOADS.filter((_, number) => number % 16 === 0))];

for (const [family, attacks] of Object.entries(OWN_ATTACKS)) {
  describe(family, () => {
    it.each(attacks.map(([source, outcome]) => [shorten(source), source, outcome] as const))(
      "%s",
      (_, source, outcome) => {
        const observed = tryFormula(source, otherRows);
        expect(simplify(observed)).toEqual(expected(outcome));
        expectUntouchedGlobals();
      },
    );
  });
}

function shorten(source: string): string {
  const shown = JSON.stringify(source);
  return shown.length > 60 ? `${shown.slice(0, 40)}… (${source.length} characters)` : shown;
}

function expected(outcome: OwnOutcome): unknown {
  if ("refused" in outcome) return { outcome: "refused", codes: [...outcome.refused].sort() };
  if ("answers" in outcome) return { outcome: "answers", value: outcome.answers };
  return { outcome: "filters", rows: outcome.filters, errors: outcome.errors ?? [] };
}

/** Warnings are not what is at stake here. */
function simplify<T extends object>(observed: T): Omit<T, "warnings"> {
  const { warnings: _, ...others } = { warnings: undefined, ...observed };
  return others;
}

describe("a text, whatever it holds", () => {
  const tried = PAYLOADS.filter((_, number) => isTurn(number, 0, 8));
  it.each(tried.map((payload) => [shorten(payload), payload] as const))(
    "%s equals itself and nothing else",
    (_, payload) => {
      const rows = [...otherRows, ...payloadRows([payload])];
      const cases: readonly (readonly [string, (row: Car) => boolean])[] = [
        [fx`{Name} = ${payload}`.source, ({ Name }) => Name === payload],
        [fx`{Name} != ${payload}`.source, ({ Name }) => Name !== payload],
        [
          fx`FIND(${payload}, {Notes}) > 0`.source,
          ({ Notes }) => isText(Notes) && Notes.includes(payload),
        ],
        [
          fx`CONTAINS({Notes}, ${payload})`.source,
          ({ Notes }) => isText(Notes) && Notes.includes(payload),
        ],
        [
          fx`STARTS_WITH({Notes}, ${`x${payload}`})`.source,
          ({ Notes }) => isText(Notes) && Notes.startsWith(`x${payload}`),
        ],
        [
          fx`ENDS_WITH({Notes}, ${`${payload}y`})`.source,
          ({ Notes }) => isText(Notes) && Notes.endsWith(`${payload}y`),
        ],
        [
          fx`HAS({Tags}, ${payload})`.source,
          ({ Tags }) => Array.isArray(Tags) && Tags.every(isText) && Tags.includes(payload),
        ],
        [fx`SWITCH({Email}, ${payload}, 1)`.source, ({ Email }) => Email === payload],
        [fx`EXACT({Name} & "!", ${`${payload}!`})`.source, ({ Name }) => Name === payload],
      ];
      for (const [source, isHit] of cases) {
        const hits = expectSameEverywhere(source, rows, CARS);
        expect(hits).toEqual(rows.filter(isHit));
        expect(hits.length).toBeGreaterThan(0);
      }
      expect(compileOrThrow<unknown>(fx`${payload}`.source, CARS).evaluate({})).toBe(payload);
    },
  );
});
