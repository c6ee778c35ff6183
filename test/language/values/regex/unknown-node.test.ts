import { expect, test } from "vitest";
import { charactersOf, workOfAll } from "../../../../src/language/values/regex/backtracking.ts";
import { nativeSource } from "../../../../src/language/values/regex/native-source.ts";
import { compileProgram } from "../../../../src/language/values/regex/program.ts";
import { matchesEmpty, programSize } from "../../../../src/language/values/regex/program-size.ts";
import type { RegexNode } from "../../../../src/language/values/regex/regex-node.ts";

// The types exclude this node. It represents a kind that is added later.
const unknown = { kind: "new" } as never as RegexNode;
const known: RegexNode = { kind: "set", negated: false, ranges: [] };

test.each([
  ["charactersOf", () => charactersOf(unknown)],
  ["compileProgram", () => compileProgram(unknown)],
  ["matchesEmpty", () => matchesEmpty(unknown)],
  ["nativeSource", () => nativeSource(unknown)],
  ["programSize", () => programSize(unknown)],
  ["workOfAll", () => workOfAll([unknown], [])],
  ["workOfAll, before it", () => workOfAll([known, unknown], [])],
])("%s throws for a node of a kind that it does not know", (_, call) => {
  expect(call).toThrow("unreachable");
});
