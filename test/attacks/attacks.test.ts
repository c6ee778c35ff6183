import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needForEach } from "../harness/extent.ts";
import { expectSameEverywhere } from "../hostile/everywhere.ts";
import { CODES } from "./codes.ts";
import { ATTACKS, type Attack, CORPUS } from "./corpus.ts";
import { BASE_ROWS, CARS, type Car, payloadRows, textsIn } from "./fixture.ts";
import { expectUntouchedGlobals } from "./globals.ts";
import { type Observed, tryFormula } from "./invariants.ts";

/** Where the design decides otherwise than the corpus expects. It wins. */
const EXCEPTIONS: Readonly<Record<string, { readonly observed: Observed; readonly why: string }>> =
  {
    "F-LEX-048": {
      observed: { outcome: "answers", value: "true", warnings: ["constant-condition"] },
      why: "block comments are part of the language",
    },
    "F-LIKE-017": {
      observed: { outcome: "refused", codes: ["invalid-character"] },
      why: "no text of the language holds NUL, so none is looked for",
    },
    "F-LIKE-019": {
      observed: { outcome: "refused", codes: ["invalid-character"] },
      why: "half a surrogate pair is no character, so none is looked for",
    },
    "F-UNI-016": {
      observed: { outcome: "refused", codes: ["invalid-character"] },
      why: "half a surrogate pair is no character",
    },
    "F-UNI-017": {
      observed: { outcome: "refused", codes: ["invalid-character"] },
      why: "half a surrogate pair is no character, so none has to be encoded",
    },
    "F-PROTO-029": {
      observed: { outcome: "refused", codes: ["unknown-field"] },
      why: "a bare name is a field, so it is a field that is unknown",
    },
    "F-PROTO-030": {
      observed: { outcome: "refused", codes: ["unknown-field"] },
      why: "a bare name is a field, so it is a field that is unknown",
    },
  };

/** What the corpus leaves open, as we decided it: a change shows. */
const DECISIONS: Readonly<Record<string, Observed & { readonly why: string }>> = JSON.parse(
  readFileSync(new URL("decisions.json", import.meta.url), "utf8"),
);

const formulas = ATTACKS?.filter(({ kind }) => kind === "formula") ?? [];
const payloads = formulas
  .filter(({ category }) => ["SQLI", "LIKE", "UNI"].includes(category))
  .flatMap(({ input }) => textsIn(input));
const rows = [...BASE_ROWS, ...payloadRows(payloads)];

describe("the corpus of attacks", () => {
  needForEach(CORPUS);

  it.each(formulas.map((attack) => [attack.id, attack] as const))("%s", (id, attack) => {
    const observed = tryFormula(attack.input, rows);
    expectUntouchedGlobals();
    const exception = EXCEPTIONS[id];
    if (exception !== undefined) {
      expect(observed).toEqual(exception.observed);
      return;
    }
    expectOutcome(attack, observed);
  });

  it("has a decision exactly for each attack that leaves its outcome open", () => {
    const open = formulas.filter(({ outcome }) => outcome === "either").map(({ id }) => id);
    expect(Object.keys(DECISIONS).sort()).toEqual(open.sort());
    for (const { why } of [...Object.values(DECISIONS), ...Object.values(EXCEPTIONS)])
      expect(why).toMatch(/\w/);
    for (const id of Object.keys(EXCEPTIONS))
      expect(formulas.map((attack) => attack.id)).toContain(id);
  });
});

function expectOutcome({ id, outcome, codes, input, value }: Attack, observed: Observed): void {
  if (outcome === "either") {
    const { why: _, ...decision } = DECISIONS[id] ?? { why: "not decided" };
    expect(observed).toEqual(decision);
    return;
  }
  if (outcome === "error") {
    if (observed.outcome !== "refused") throw new Error(`it ${observed.outcome}`);
    const accepted: readonly string[] = codes.flatMap((code) => CODES[code] ?? []);
    const isAccepted = codes.length === 0 || observed.codes.some((code) => accepted.includes(code));
    expect(isAccepted, `${observed.codes.join()} is none of ${accepted.join()}`).toBe(true);
    return;
  }
  expect(observed.outcome).not.toBe("refused");
  if (value === "literal") expectLiteral(input);
  else if (typeof value === "boolean") expect(observed).toMatchObject({ value: String(value) });
}

/** The rows found are those that a comparison in JavaScript finds, and there are some. */
function expectLiteral(source: string): void {
  const [text = ""] = textsIn(source);
  const isHit = source.startsWith("{Name}=")
    ? ({ Name }: Car) => Name === text
    : ({ Notes }: Car) =>
        typeof Notes === "string" && !Notes.includes("\0") && Notes.includes(text);
  if (!/^(\{Name\}=|FIND\(.*,\{Notes\}\)>0$)/s.test(source))
    throw new Error(`no literal test: ${source}`);
  const hits = expectSameEverywhere(source, rows, CARS);
  expect(hits).toEqual(rows.filter(isHit));
  expect(hits.length).toBeGreaterThan(0);
}
