import { expect, it } from "vitest";
import { operandsFirst } from "../../../src/language/core/fold.ts";
import type { Kernel } from "../../../src/language/core/kernel.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { ERROR, type Plain } from "../../../src/language/values/plain.ts";
import { lowerSource } from "../../harness/ways.ts";
import { EXAMPLE_DECLARATIONS } from "./example-record.ts";

const read = readSchema({ fields: EXAMPLE_DECLARATIONS });
if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
const { schema } = read;

const BLANKS: Readonly<Record<ValueType, Plain>> = {
  text: "",
  number: null,
  boolean: false,
  date: null,
  list: [],
};

const VALUES: Readonly<Record<ValueType, Plain>> = {
  text: "a",
  number: 1,
  boolean: true,
  date: 0,
  list: ["a"],
};

/** Calls of kernels that no example has: with a number from the record. */
const MORE = [
  "ROUND({price}, {year})",
  "ROUNDUP({price}, {year})",
  "ROUNDDOWN({price}, {year})",
  'SUBSTITUTE({title}, "a", "b", {year})',
  "WORKDAY({createdAt}, {year})",
];

/** The kernels that formulas call, and the types of their operands. */
const kernels = new Map<
  string,
  { readonly kernel: Kernel; readonly types: readonly ValueType[] }
>();
const examples = DOCUMENTED_FUNCTIONS.flatMap(({ documentation }) => documentation.examples);
for (const formula of [...examples.map(([example]) => example), ...MORE]) {
  const result = lowerSource(formula, schema);
  if (!result.ok) continue;
  for (const node of operandsFirst(result.lowered.root)) {
    if (node.op !== "call") continue;
    const types = node.operands.map(({ type }) => type);
    kernels.set(`${node.data.name}(${types})`, { kernel: node.data, types });
  }
}

function expectOutcome(kernel: Kernel, operands: readonly Plain[]): void {
  const outcome = kernel.evaluate(operands);
  const isBlank = outcome === null && kernel.mayBeBlank;
  const isError = outcome === ERROR && kernel.mayFail;
  const own = {
    text: "string",
    number: "number",
    boolean: "boolean",
    date: "number",
    list: "object",
  };
  expect(isBlank || isError || typeof outcome === own[kernel.result]).toBe(true);
}

it.each([...kernels])("%s accepts a blank for each operand", (_, { kernel, types }) => {
  expectOutcome(
    kernel,
    types.map((type) => BLANKS[type]),
  );
  const values = types.map((type) => VALUES[type]);
  for (const [index, type] of types.entries()) {
    expectOutcome(kernel, values.with(index, BLANKS[type]));
  }
});
