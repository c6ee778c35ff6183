import type { DocumentedFunction } from "../../src/functions/define.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/functions/documentation.ts";
import type { Parameter } from "../../src/functions/parameter.ts";
import { children, type Expression, parse } from "../../src/syntax/index.ts";
import type { ValueType } from "../../src/types/value-type.ts";
import { VALUE_TYPES } from "../../src/types/value-type.ts";
import { FIELDS } from "./rows.ts";
import type { Tape } from "./tape.ts";
import { DATES, NUMBERS, TEXTS } from "./vocabulary.ts";
import { wildDate, wildNumber, wildText } from "./wild.ts";

const DEEPEST = 4;

export const PATTERNS: readonly string[] = [
  "a",
  "^a",
  "b$",
  "^$",
  "[ab]+",
  "(a|ab)(c|bcd)?",
  ".",
  "\\d+",
  "(?i)é",
  "a{2,3}?",
  "\\bA",
  "(?s)a.*b",
];

/** A formula of a type, made so that it passes the checker most of the time. */
function formulaOf(type: ValueType, tape: Tape, depth = DEEPEST): string {
  if (depth === 0 || tape.oneIn(6)) return leaf(type, tape);
  const producers = PRODUCERS[type];
  return tape.pick(producers)(tape, depth - 1);
}

/** A formula of any type. */
export function anyFormula(tape: Tape, depth = DEEPEST): string {
  return formulaOf(
    tape.pick(["boolean", "number", "text", "boolean", "date", "list"]),
    tape,
    depth,
  );
}

function leaf(type: ValueType, tape: Tape): string {
  return tape.oneIn(3) ? literal(type, tape) : anyField(type, tape);
}

export function anyField(type: ValueType, tape: Tape): string {
  return fieldText(tape.pick(FIELDS.filter((field) => field.type === type)).name);
}

function fieldText(name: string): string {
  return `{${name.replace(/[\\{}]/g, "\\$&")}}`;
}

export function textLiteral(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

export function literal(type: ValueType, tape: Tape): string {
  if (tape.oneIn(8)) return "BLANK()";
  if (tape.oneIn(40)) return "ERROR()";
  switch (type) {
    case "text":
      return textLiteral(tape.oneIn(8) ? wildText(tape) : tape.pick(TEXTS));
    case "number": {
      const value = tape.oneIn(8) ? wildNumber(tape) : tape.pick(NUMBERS);
      return value < 0 ? `(${value})` : String(value);
    }
    case "boolean":
      return tape.pick(["TRUE()", "FALSE()"]);
    case "date":
      return tape.oneIn(4)
        ? tape.pick(["NOW()", "TODAY()"])
        : `DATETIME_PARSE(${textLiteral(tape.oneIn(8) ? new Date(wildDate(tape)).toISOString() : tape.pick(DATES))})`;
    case "list":
      return tape.pick(["{l}", `ARRAYCOMPACT(${textLiteral(tape.pick(TEXTS))})`]);
  }
}

type Producer = (tape: Tape, depth: number) => string;

export const COMPARISONS = ["=", "!=", "<", "<=", ">", ">="] as const;

function binary(operators: readonly string[], left: ValueType, right: ValueType): Producer {
  return (tape, depth) =>
    `(${formulaOf(left, tape, depth)} ${tape.pick(operators)} ${formulaOf(right, tape, depth)})`;
}

const comparison: Producer = (tape, depth) => {
  const type = tape.pick(VALUE_TYPES);
  const left = formulaOf(type, tape, depth);
  const operator = tape.pick(COMPARISONS);
  if (type === "date" && tape.oneIn(3))
    return `(${left} ${operator} ${textLiteral(tape.pick(DATES))})`;
  if (tape.oneIn(6)) return `(${left} ${operator} BLANK())`;
  const other = type === "boolean" && tape.oneIn(3) ? "number" : type === "list" ? "text" : type;
  return `(${left} ${operator} ${formulaOf(other, tape, depth)})`;
};

const OPERATORS: Readonly<Record<ValueType, readonly Producer[]>> = {
  boolean: [comparison, comparison, comparison, comparison],
  number: [
    binary(["+", "-", "*", "/"], "number", "number"),
    binary(["+", "-", "*", "/"], "number", "number"),
    binary(["-"], "date", "date"),
    (tape, depth) => `-${formulaOf("number", tape, depth)}`,
  ],
  text: [
    (tape, depth) => `(${anyFormula(tape, depth)} & ${anyFormula(tape, depth)})`,
    (tape, depth) => `(${formulaOf("text", tape, depth)} & ${formulaOf("text", tape, depth)})`,
  ],
  date: [binary(["+", "-"], "date", "number"), binary(["+"], "number", "date")],
  list: [],
};

/** A producer for each function of the result type; those of common type come for every type. */
const PRODUCERS: Readonly<Record<ValueType, readonly Producer[]>> = {
  boolean: producersOf("boolean"),
  number: producersOf("number"),
  text: producersOf("text"),
  date: producersOf("date"),
  list: producersOf("list"),
};

function producersOf(type: ValueType): readonly Producer[] {
  const calls = DOCUMENTED_FUNCTIONS.filter(
    ({ definition: { result, role, name } }) =>
      (result === type || result === "common") && role === undefined && name !== "ERROR",
  ).map((documented) => callOf(documented, type));
  return [...OPERATORS[type], ...calls];
}

function callOf(documented: DocumentedFunction, type: ValueType): Producer {
  const { definition } = documented;
  if (definition.form === "switch") return switchOf(type);
  const parameters = definition.parameters.filter(({ presence }) => presence !== "implicit");
  const samples = parameters.map((_, index) => literalSamples(documented, index));
  return (tape, depth) => {
    const written: string[] = [];
    for (const [index, parameter] of parameters.entries()) {
      if (parameter.presence === "optional" && !tape.oneIn(2)) break;
      const count = parameter.presence === "rest" ? parameter.least + tape.below(3) : 1;
      for (let made = 0; made < count; made++) {
        written.push(argumentOf(parameter, type, samples[index] ?? [], tape, depth));
      }
    }
    return `${definition.name}(${written.join(", ")})`;
  };
}

function argumentOf(
  parameter: Parameter,
  result: ValueType,
  samples: readonly string[],
  tape: Tape,
  depth: number,
): string {
  if (parameter.literal !== undefined) return textLiteral(tape.pick(samples));
  switch (parameter.type) {
    case "any":
      return anyFormula(tape, depth);
    case "condition":
      return tape.oneIn(4) ? anyFormula(tape, depth) : formulaOf("boolean", tape, depth);
    case "common":
      return formulaOf(tape.oneIn(8) ? "text" : result, tape, depth);
    case "text":
      return tape.oneIn(6) ? anyFormula(tape, depth) : formulaOf("text", tape, depth);
    default:
      return formulaOf(parameter.type, tape, depth);
  }
}

function switchOf(type: ValueType): Producer {
  return (tape, depth) => {
    const subject = tape.pick(["number", "text", "boolean", "date"] as const);
    const parts = [formulaOf(subject, tape, depth)];
    for (let pairs = 1 + tape.below(3); pairs > 0; pairs--) {
      parts.push(formulaOf(subject, tape, depth), formulaOf(type, tape, depth));
    }
    if (tape.oneIn(2)) parts.push(formulaOf(type, tape, depth));
    return `SWITCH(${parts.join(", ")})`;
  };
}

/** The texts that a literal parameter may be: its choices, and those of the function's own examples. */
function literalSamples(
  { definition, documentation }: DocumentedFunction,
  position: number,
): readonly string[] {
  const parameter = definition.parameters[position];
  if (parameter?.literal === undefined) return [];
  const samples = new Set(parameter.choices);
  for (const [formula] of documentation.examples) {
    const parsed = parse(formula);
    if (parsed.ok) collectSamples(parsed.ast.root, definition.name, position, samples);
  }
  if (definition.name.startsWith("REGEX")) for (const pattern of PATTERNS) samples.add(pattern);
  return [...samples].filter((sample) => parameter.literal?.(sample).ok === true);
}

function collectSamples(node: Expression, name: string, position: number, into: Set<string>): void {
  if (node.kind === "call" && node.name.toUpperCase() === name) {
    const argument = node.arguments[position];
    if (argument?.kind === "text") into.add(argument.value);
  }
  for (const child of children(node)) collectSamples(child, name, position, into);
}
