import { describe, expect, it } from "vitest";
import { check, defineFunction, defineSchema, parameter } from "../../../src/index.ts";
import { expectClean, expectDiagnostic } from "./expect-diagnostic.ts";

const schema = defineSchema({
  status: { type: "text", choices: ["new", "paid", "shipped", "cancelled"] },
  size: { type: "text", choices: ["Large", "large", "S"] },
  tags: { type: "list", choices: ["red", "green"] },
  quoted: { type: "text", choices: ['a "big" one', "it's"] },
  free: "text",
});
const code = "unknown-choice";

describe("a field with choices", () => {
  it("beside a word that is one of them has a fix with quotes, and otherwise only help", () => {
    const schemaOf = { schema };
    expectDiagnostic("{status} = «paid»", "unknown-field", {
      ...schemaOf,
      fixed: '{status} = "paid"',
    });
    for (const word of ["payed", "Paid"]) {
      const { fix, help } = expectDiagnostic(`{status} = «${word}»`, "unknown-field", schemaOf);
      expect(fix).toBeUndefined();
      expect(help).toBe(`put a text in quotes: \`"${word}"\``);
    }
  });

  it.each([
    ['{status} = «"Paid"»', '{status} = "paid"'],
    ["{status} != «'paid '»", '{status} != "paid"'],
    ['«"shiped"» = {status}', '"shipped" = {status}'],
    ['ISONEOF({status}, "new", «"PAID"»)', 'ISONEOF({status}, "new", "paid")'],
    ['SWITCH({status}, "new", 1, «"canceled"», 2)', 'SWITCH({status}, "new", 1, "cancelled", 2)'],
    ['EXACT({status}, «"New"»)', 'EXACT({status}, "new")'],
    ['EXACT(«"New"», {status})', 'EXACT("new", {status})'],
    ['HAS({tags}, «"reed"»)', 'HAS({tags}, "red")'],
    ['HASANY({tags}, "red", «"Green"»)', 'HASANY({tags}, "red", "green")'],
    ['HASALL({tags}, "red", «"Green"»)', 'HASALL({tags}, "red", "green")'],
    ['HASNONE({tags}, «"Green"», "red")', 'HASNONE({tags}, "green", "red")'],
    ['HAS({status}, «"Paid"»)', 'HAS({status}, "paid")'],
    ['EQUALS_IGNORE_CASE({status}, «"shiped"»)', 'EQUALS_IGNORE_CASE({status}, "shipped")'],
    [
      'EQUALS_IGNORE_CASE(«"shiped"», LOWER({status}))',
      'EQUALS_IGNORE_CASE("shipped", LOWER({status}))',
    ],
    ['LOWER({status}) = «"PAID"»', 'LOWER({status}) = "paid"'],
    ['«"paid"» != UPPER({status})', '"PAID" != UPPER({status})'],
    ['ISONEOF(LOWER({size}), "large", «"S"»)', 'ISONEOF(LOWER({size}), "large", "s")'],
    ["{quoted} = «'it`s'»", '{quoted} = "it\'s"'],
  ])("that is compared with a slip of one is a warning with a fix: %s", (marked, fixed) => {
    const { severity } = expectDiagnostic(marked, code, { schema, fixed });
    expect(severity).toBe("warning");
  });

  it.each([
    ['{status} = «"payed"»', "did you mean `paid`"],
    // Two choices differ from the text in case only.
    ['{size} = «"LARGE"»', "did you mean `Large`"],
    ['EQUALS_IGNORE_CASE({status}, «"Payed"»)', "did you mean `paid`"],
    ['LOWER({status}) = «"payed"»', "did you mean `paid`"],
    ['UPPER({size}) = «"OPEN"»', "one of `LARGE`, `S`"],
    ['{status} = «"open"»', "one of `new`, `paid`, `shipped`, `cancelled`"],
    ['{size} = «"s1"»', "one of `Large`, `large`, `S`"],
  ])("has no fix if something else may be meant: %s", (marked, help) => {
    expectDiagnostic(marked, code, { schema, help });
  });

  it.each([
    '{status} = "paid"',
    '{status} = ""',
    "{status} = BLANK()",
    "{status} = {free}",
    '{free} = "Paid"',
    // A part or a range of the values.
    'CONTAINS({status}, "aid")',
    '{status} < "z"',
    'BETWEEN({status}, "a", "b")',
    'EQUALS_IGNORE_CASE({status}, "PAID")',
    'EQUALS_IGNORE_CASE(UPPER({status}), "Paid")',
    'LOWER({status}) = "paid"',
    'LOWER({size}) = "large"',
    'UPPER({status}) = "PAID"',
    'LOWER({status} & "x") = "Paid"',
    'LOWER({tags}) = "red, reed"',
    '{status} & "x" = "Paid"',
    // The joined text of a list.
    '{tags} = "red, reed"',
    'EXACT({tags}, "red, green")',
  ])("is compared without a warning: %s", (source) => {
    expectClean(source, { schema });
  });

  it("is named with the case in which it is compared", () => {
    expectDiagnostic('LOWER({status}) = «"Paid"»', code, {
      schema,
      message: "`Paid` is not a choice of `status` in lower case",
      fixed: 'LOWER({status}) = "paid"',
    });
  });

  it("may have many: the help names the first ten", () => {
    const choices = Array.from({ length: 11 }, (_, index) => `choice ${index}`);
    const many = defineSchema({ a: { type: "text", choices } });
    expectDiagnostic('{a} = «"x"»', code, {
      schema: many,
      message: "`x` is not a choice of `a`",
      help: `one of ${choices
        .slice(0, 10)
        .map((choice) => `\`${choice}\``)
        .join(", ")}, …`,
    });
  });

  it("may be tested by a custom function of the form `member`", () => {
    const isIn = defineFunction({
      name: "IS_IN",
      parameters: [parameter.text("value"), parameter.rest(parameter.text("item"))],
      form: "member",
      result: "boolean",
      lower: (core, value, items) => core.or(...items.map((item) => core.equal(value, item))),
    });
    const options = { functions: [isIn] };
    const fixed = 'IS_IN({status}, "paid")';
    expectDiagnostic('IS_IN({status}, «"Paid"»)', code, { schema, options, fixed });
  });

  it("is not described to those whom a policy denies it", () => {
    const { diagnostics } = check('{status} = "payed"', schema, {
      policy: { fields: { deny: ["status"] } },
    });
    expect(diagnostics.map((found) => found.code)).toEqual(["not-allowed"]);
    expect(JSON.stringify(diagnostics)).not.toContain("paid");
  });

  it("is unknown to formulas if it is hidden", () => {
    const hidden = defineSchema({ status: { type: "text", choices: ["paid"], hidden: true } });
    const { diagnostics } = check('{status} = "payed"', hidden);
    expect(diagnostics.map((found) => found.code)).toEqual(["unknown-field"]);
    expect(JSON.stringify(diagnostics)).not.toContain("paid");
  });

  it("has suggestions for the first ten texts of a formula only", () => {
    const wrong = Array.from({ length: 15 }, (_, index) => `"paid${"abcdefghij"[index % 10]}"`);
    const { diagnostics } = check(`ISONEOF({status}, ${wrong.join()})`, schema);
    expect(diagnostics.map(({ fix }) => fix !== undefined)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      ...Array.from({ length: 5 }, () => false),
    ]);
  });
});
