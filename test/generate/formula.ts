import type {
  DocumentedFunction,
  FunctionDefinition,
} from "../../src/language/functions/define.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import type { Parameter } from "../../src/language/functions/function-parameter.ts";
import { children, type Expression, parse } from "../../src/language/syntax/index.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { VALUE_TYPES } from "../../src/language/types/value-type.ts";
import type { GeneratedField } from "./rows.ts";
import type { Tape } from "./tape.ts";
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
  const fields = tape.subject.fields.filter((field) => field.type === type);
  return fields.length === 0 ? literal(type, tape) : fieldText(tape.pick(fields).name);
}

export function fieldText(name: string): string {
  return `{${name.replace(/[\\{}]/g, "\\$&")}}`;
}

export function textLiteral(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

export function literal(type: ValueType, tape: Tape): string {
  if (tape.oneIn(8)) return "BLANK()";
  if (tape.oneIn(40)) return "ERROR()";
  const { texts, numbers, dates, fields } = tape.subject;
  switch (type) {
    case "text":
      return textLiteral(tape.oneIn(8) ? wildText(tape) : tape.pick(texts));
    case "number": {
      const value = tape.oneIn(8) ? wildNumber(tape) : tape.pick(numbers);
      return value < 0 ? `(${value})` : String(value);
    }
    case "boolean":
      return tape.pick(["TRUE()", "FALSE()"]);
    case "date":
      return tape.oneIn(4)
        ? tape.pick(["NOW()", "TODAY()"])
        : `DATETIME_PARSE(${textLiteral(tape.oneIn(8) ? new Date(wildDate(tape)).toISOString() : tape.pick(dates))})`;
    case "list": {
      const made = `ARRAYCOMPACT(${textLiteral(tape.pick(texts))})`;
      const field = fields.find((one) => one.type === "list");
      return field === undefined ? made : tape.pick([fieldText(field.name), made]);
    }
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
    return `(${left} ${operator} ${textLiteral(tape.pick(tape.subject.dates))})`;
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

/** A field that a call is to have as an argument, and its index among the parameters. */
interface Given {
  readonly index: number;
  readonly field: GeneratedField;
}

/** A producer of calls, which may have to have a field. */
type CallProducer = (tape: Tape, depth: number, given?: Given) => string;

function callOf(documented: DocumentedFunction, type: ValueType): CallProducer {
  const { definition } = documented;
  if (definition.form === "switch") return switchOf(type);
  if (definition.form === "among" || definition.form === "between") return comparedOf(definition);
  const parameters = definition.parameters.filter(({ presence }) => presence !== "implicit");
  const samples = parameters.map((_, index) => literalSamples(documented, index));
  return (tape, depth, given) => {
    const written: string[] = [];
    for (const [index, parameter] of parameters.entries()) {
      const isGiven = given?.index === index;
      const isNeeded = given !== undefined && index <= given.index;
      if (parameter.presence === "optional" && !isNeeded && !tape.oneIn(2)) break;
      const count = parameter.presence === "rest" ? parameter.least + tape.below(3) : 1;
      for (let made = 0; made < count; made++) {
        const own = argumentOf(parameter, type, samples[index] ?? [], tape, depth);
        written.push(isGiven && made === 0 ? fieldText(given.field.name) : own);
      }
    }
    return `${definition.name}(${written.join(", ")})`;
  };
}

/** The indexes of a function's parameters that take a value of a type as it is. */
function indexesFor({ definition }: DocumentedFunction, type: ValueType): readonly number[] {
  const takes: readonly string[] = [type, "any", "condition", "common"];
  return definition.parameters.flatMap((parameter, index) =>
    parameter.literal === undefined &&
    parameter.presence !== "implicit" &&
    takes.includes(parameter.type)
      ? [index]
      : [],
  );
}

/** The functions that take a value of a type as it is. */
export function functionsOf(type: ValueType): readonly DocumentedFunction[] {
  return DOCUMENTED_FUNCTIONS.filter((one) => indexesFor(one, type).length > 0);
}

/** A call of a function, with a field among its own arguments. */
export function callWith(
  documented: DocumentedFunction,
  field: GeneratedField,
  tape: Tape,
): string {
  const { type } = field;
  const { result } = documented.definition;
  const own = VALUE_TYPES.find((one) => one === result) ?? type;
  const given = { index: tape.pick(indexesFor(documented, type)), field };
  return callOf(documented, own)(tape, tape.below(2), given);
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

function switchOf(type: ValueType): CallProducer {
  return (tape, depth, given) => {
    const subject = given?.field.type ?? tape.pick(["number", "text", "boolean", "date"] as const);
    const first =
      given === undefined ? formulaOf(subject, tape, depth) : fieldText(given.field.name);
    const parts = [first];
    for (let pairs = 1 + tape.below(3); pairs > 0; pairs--) {
      parts.push(formulaOf(subject, tape, depth), formulaOf(type, tape, depth));
    }
    if (tape.oneIn(2)) parts.push(formulaOf(type, tape, depth));
    return `SWITCH(${parts.join(", ")})`;
  };
}

/** A value and those that it is compared with: often constants, which back ends look up together. */
function comparedOf({ name, form }: FunctionDefinition): CallProducer {
  return (tape, depth, given) => {
    const type =
      given?.field.type ??
      tape.pick(["number", "text", "boolean", "date", "text", "number"] as const);
    const first = (): string =>
      tape.oneIn(2) ? anyField(type, tape) : formulaOf(type, tape, depth);
    const parts = [given === undefined ? first() : fieldText(given.field.name)];
    for (let count = form === "between" ? 2 : 1 + tape.below(5); count > 0; count--) {
      parts.push(tape.oneIn(3) ? formulaOf(type, tape, depth) : literal(type, tape));
    }
    return `${name}(${parts.join(", ")})`;
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
