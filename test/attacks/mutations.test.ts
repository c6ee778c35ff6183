import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { applyFix, check, compile } from "../../src/index.ts";
import { anyFormula } from "../generate/formula.ts";
import { FIELDS, hostileRow, ordinaryRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { expectSameEverywhere, schemaOf } from "../hostile/everywhere.ts";
import { expectFitMessages } from "./invariants.ts";

// Formulas that were right until somebody changed them: whatever comes of it, it is an answer or diagnostics.

const open = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
const SCHEMA = schemaOf({ ...open, secret_token: { type: "text", hidden: true } });
const WITHOUT_SECRETS = schemaOf(open);

const SCRAPS: readonly string[] = [
  ..."(){}[]\"'`,;=<>!&|+-*/\\.:%^#@$?~_ \n\t",
  ..."“”‘’≤≠×\u00a0\u200b\u202e\ufeff\u0000\ud800\udc00😀é",
  ..."a1TRUE ERROR( BLANK() secret_token {secret_token} {secret_toke} 1e999 0x1 // /* */ == && || <> IS NULL LIKE ; \x24{x} {{x}} %".split(
    " ",
  ),
];

/** The formula with some of it taken away, doubled, moved or replaced. */
function mutate(formula: string, tape: Tape): string {
  let text = formula;
  for (let changes = 1 + tape.below(4); changes > 0; changes--) {
    const from = tape.below(text.length + 1);
    const to = Math.min(text.length, from + tape.below(8));
    const part = text.slice(from, to);
    const instead = tape.pick([
      () => tape.pick(SCRAPS),
      () => "",
      () => part + part,
      () => part + tape.pick(SCRAPS),
      () => [...part].reverse().join(""),
    ])();
    text = text.slice(0, from) + instead + text.slice(to);
  }
  return text;
}

test.prop([fc.uint8Array({ minLength: 8, maxLength: 160, size: "max" })], {
  numRuns: 300,
})("a changed formula has an answer or diagnostics", (bytes) => {
  const tape = new Tape(bytes);
  const source = mutate(anyFormula(tape, 3), tape);
  const { ok, diagnostics } = check(source, SCHEMA);
  expectFitMessages(source, diagnostics);
  expect(JSON.stringify(check(source, WITHOUT_SECRETS))).toBe(
    JSON.stringify(check(source, SCHEMA)),
  );
  expect(compile(source, SCHEMA).ok).toBe(ok);
  expect(check(source).diagnostics.length).toBeLessThanOrEqual(100);
  for (const { fix } of diagnostics) {
    if (fix === undefined) continue;
    const fixed = applyFix(source, fix);
    expect(fixed).not.toBe(source);
    expectFitMessages(fixed, check(fixed, SCHEMA).diagnostics);
  }
  if (ok) expectSameEverywhere(source, [ordinaryRow(tape), hostileRow(tape), {}, null], SCHEMA);
});

test.prop([fc.string({ unit: "binary", maxLength: 60 })], { numRuns: 500 })(
  "any text has an answer or diagnostics",
  (source) => {
    const { ok, diagnostics } = check(source, SCHEMA);
    expectFitMessages(source, diagnostics);
    expect(compile(source, SCHEMA).ok).toBe(ok);
  },
);
