import fc from "fast-check";
import { expect, it } from "vitest";
import { fromRules, type RuleGroup, toRules } from "../../../../src/adapters.ts";
import { compile, type Formula } from "../../../../src/index.ts";
import { NOW, OPTIONS } from "../../../generate/clock.ts";
import { anyField, anyFormula, COMPARISONS, literal } from "../../../generate/formula.ts";
import { randomBytes } from "../../../generate/random.ts";
import { RANDOM_SCHEMA } from "../../../generate/random-schema.ts";
import { hostileRow, ordinaryRow } from "../../../generate/rows.ts";
import { Tape } from "../../../generate/tape.ts";
import { casesOf, partsOf } from "../../../harness/extent.ts";

const PARTS = partsOf(casesOf(20_000), 1000);
const ROWS = 12;

/** A formula of the conditions that rules can state, among others. */
function condition(tape: Tape, depth = 4): string {
  if (depth === 0 || tape.oneIn(3)) return test(tape);
  const name = tape.pick(["AND", "OR", "XOR", "NOT", "NOT"]);
  const count = name === "NOT" ? 1 : 1 + tape.below(3);
  return `${name}(${Array.from({ length: count }, () => condition(tape, depth - 1)).join(", ")})`;
}

function test(tape: Tape): string {
  if (tape.oneIn(8)) return anyFormula(tape, 2);
  const type = tape.pick(["text", "number", "boolean", "date", "list"] as const);
  const field = anyField(type, tape);
  const operand = (): string => {
    if (tape.oneIn(2)) return anyField(type, tape);
    return type === "date" ? JSON.stringify(tape.pick(tape.subject.dates)) : literal(type, tape);
  };
  switch (tape.below(8)) {
    case 0:
      return `${field} ${tape.pick(["=", "!="])} ${tape.pick(["BLANK()", "BLANK", '""'])}`;
    case 1:
      return `ISBLANK(${field})`;
    case 2:
      return type === "boolean" ? field : `${operand()} ${tape.pick(COMPARISONS)} ${field}`;
    case 3:
      return `BETWEEN(${field}, ${operand()}, ${operand()})`;
    case 4:
      return `ISONEOF(${field}, ${operand()}, ${operand()})`;
    case 5:
      return `HAS(${anyField("list", tape)}, ${literal("text", tape)})`;
    case 6: {
      const name = tape.pick(["CONTAINS", "STARTS_WITH", "ENDS_WITH"]);
      return `${name}(${anyField("text", tape)}, ${tape.oneIn(3) ? anyField("text", tape) : literal("text", tape)})`;
    }
    default:
      return `${field} ${tape.pick(COMPARISONS)} ${operand()}`;
  }
}

it.each(PARTS)(
  "rules return the records of random formulas over hostile records: $about",
  ({ seed, formulas }) => {
    let compiled = 0;
    let stated = 0;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
        const tape = new Tape(bytes);
        const rowTape = new Tape(randomBytes(tape.below(65_536), 40 * ROWS));
        const makeRow = tape.below(3) === 0 ? ordinaryRow : hostileRow;
        const rows = Array.from({ length: ROWS }, () => makeRow(rowTape));
        const source = condition(tape);
        const first = compile(source, RANDOM_SCHEMA, OPTIONS);
        if (!first.ok) return;
        const rules = toRules(first.formula);
        const back = fromRules(JSON.parse(JSON.stringify(rules)), RANDOM_SCHEMA, OPTIONS);
        const about = `${source}\n${JSON.stringify(rules)}\n${JSON.stringify(back)}\n${NOW}`;
        if (!back.ok) throw new Error(about);
        const second = compile(back.formula, RANDOM_SCHEMA, OPTIONS);
        if (!second.ok) throw new Error(about);
        const matching = (formula: Formula): readonly boolean[] =>
          rows.map((row) => formula.matches(row));
        expect(matching(second.formula), about).toEqual(matching(first.formula));
        // The second time, nothing changes.
        expect(fromRules(toRules(second.formula), RANDOM_SCHEMA, OPTIONS), about).toEqual(back);
        compiled++;
        if (operatorsOf(rules).some((operator) => operator !== "formula")) stated++;
      }),
      { numRuns: formulas, seed },
    );
    expect(compiled / formulas).toBeGreaterThan(0.5);
    expect(stated / compiled).toBeGreaterThan(0.5);
  },
);

function operatorsOf(group: RuleGroup): readonly string[] {
  return group.rules.flatMap((rule) => ("rules" in rule ? operatorsOf(rule) : [rule.operator]));
}
