import { fileURLToPath } from "node:url";
import { test } from "@fast-check/vitest";
import fc from "fast-check";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import * as source from "../src/index.ts";
import { anyFormula } from "./generate/formula.ts";
import { FIELDS } from "./generate/rows.ts";
import { Tape } from "./generate/tape.ts";
import { brokenFormula, mutated } from "./syntax/arbitrary-expression.ts";

/*
 * The build leaves out what it takes for unreached: names of tokens, and much of the parser library. Here the built
 * package meets texts of all kinds, and must say of each what the sources say.
 */

const path = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const declarations = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
const formula = fc
  .uint8Array({ minLength: 1, maxLength: 200 })
  .map((bytes) => anyFormula(new Tape(bytes)));

let built: typeof source;

beforeAll(async () => {
  built = await import(path);
});

function everythingSaid(engine: typeof source, text: string): unknown {
  const schema = engine.defineSchema(declarations);
  const compiled = engine.compile(text, schema, { clock: () => new Date(0) });
  return {
    parsed: engine.parse(text),
    tolerant: engine.parseTolerant(text),
    checked: engine.check(text),
    compiled: compiled.ok ? compiled.formula.explain({}) : compiled.diagnostics,
    formatted: engine.format(text),
  };
}

describe("the built package says what the sources say", () => {
  test.prop([fc.oneof(formula, mutated(formula))], { numRuns: 1_500 })(
    "of formulas",
    (text) => {
      expect(everythingSaid(built, text)).toEqual(everythingSaid(source, text));
    },
    60_000,
  );

  test.prop([brokenFormula], { numRuns: 4_000 })(
    "of other texts",
    (text) => {
      expect(everythingSaid(built, text)).toEqual(everythingSaid(source, text));
    },
    60_000,
  );
});

it("uses no name that was cut away", () => {
  const program = ts.createProgram([path], {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
  });
  const messages = program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(messages.filter((message) => message.startsWith("Cannot find name"))).toEqual([]);
}, 60_000);
