import { type CoreNode, operandOf, operandsOf } from "../../language/core/node.ts";
import { isText } from "../../language/values/text/index.ts";
import type { Run, Test } from "../evaluation/compute.ts";
import { BLANK } from "../evaluation/encoded-value.ts";
import { interned } from "../evaluation/interned.ts";
import { type RowObject, readText } from "./read-row.ts";

/**
 * A fast test of a field's raw value against a constant or a parameter; `undefined` for other conditions. A raw value
 * that is not of the field's type counts as blank. The slower type checks come last, since few rows get that far.
 */
export function fieldTest(node: CoreNode): Test<RowObject> | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    return operand.op === "field" && operand.type === "number"
      ? blankTest(operand.data.name)
      : undefined;
  }
  if (node.operands.length !== 2) return undefined;
  const [a, b] = operandsOf(node);
  if (a.op === "field" && b.op === "literal") {
    const { name } = a.data;
    if (a.type === "number" && typeof b.data === "number") return belowConstant(node, name, b.data);
    if (a.type === "text" && typeof b.data === "string")
      return textTest(node, name, interned(b.data));
  }
  if (a.op === "field" && b.op === "parameter") {
    const { index } = b.data;
    if (a.type === "number") return belowParameter(node, a.data.name, index);
    if (a.type === "text") return textParameter(node, a.data.name, index);
  }
  if (a.op === "parameter" && b.op === "field" && b.type === "number") {
    return aboveParameter(node, a.data.index, b.data.name);
  }
  if (a.op === "literal" && b.op === "field" && b.type === "number" && typeof a.data === "number") {
    return aboveConstant(node, a.data, b.data.name);
  }
  return undefined;
}

function blankTest(name: string): Test<RowObject> {
  return (row) => {
    const raw = row[name];
    return typeof raw !== "number" || raw - raw !== 0;
  };
}

function belowConstant(node: CoreNode, name: string, constant: number): Test<RowObject> {
  if (node.op === "equal") return (row) => row[name] === constant;
  if (node.op === "less") {
    return (row) => {
      const raw = row[name];
      return typeof raw === "number" && raw < constant && raw > Number.NEGATIVE_INFINITY;
    };
  }
  return (row) => {
    const raw = row[name];
    return typeof raw === "number" && raw <= constant && raw > Number.NEGATIVE_INFINITY;
  };
}

function aboveConstant(node: CoreNode, constant: number, name: string): Test<RowObject> {
  if (node.op === "less") {
    return (row) => {
      const raw = row[name];
      return typeof raw === "number" && raw > constant && raw < Number.POSITIVE_INFINITY;
    };
  }
  return (row) => {
    const raw = row[name];
    return typeof raw === "number" && raw >= constant && raw < Number.POSITIVE_INFINITY;
  };
}

function textTest(node: CoreNode, name: string, constant: string): Test<RowObject> | undefined {
  switch (node.op) {
    case "equal":
      return constant === "" ? undefined : (row) => row[name] === constant;
    case "contains":
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.includes(constant) && isText(raw);
      };
    case "startsWith":
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.startsWith(constant) && isText(raw);
      };
    default:
      return undefined;
  }
}

/** Like `belowConstant` and its counterparts, for a parameter, which may be blank. */
function belowParameter(node: CoreNode, name: string, index: number): Test<RowObject> {
  if (node.op === "equal") {
    const isBlankField = blankTest(name);
    return (row, run) => {
      const given = run.bound[index];
      return given === BLANK ? isBlankField(row, run) : row[name] === given;
    };
  }
  if (node.op === "less") {
    return (row, run) => {
      const raw = row[name];
      return typeof raw === "number" && raw < limit(run, index) && raw > Number.NEGATIVE_INFINITY;
    };
  }
  return (row, run) => {
    const raw = row[name];
    return typeof raw === "number" && raw <= limit(run, index) && raw > Number.NEGATIVE_INFINITY;
  };
}

function aboveParameter(node: CoreNode, index: number, name: string): Test<RowObject> {
  if (node.op === "less") {
    return (row, run) => {
      const raw = row[name];
      return typeof raw === "number" && raw > limit(run, index) && raw < Number.POSITIVE_INFINITY;
    };
  }
  return (row, run) => {
    const raw = row[name];
    return typeof raw === "number" && raw >= limit(run, index) && raw < Number.POSITIVE_INFINITY;
  };
}

function textParameter(node: CoreNode, name: string, index: number): Test<RowObject> | undefined {
  switch (node.op) {
    case "equal":
      return (row, run) => {
        const given = run.bound[index];
        return given === "" ? readText(row[name]) === "" : row[name] === given;
      };
    case "contains":
      return (row, run) => {
        const [raw, given] = [row[name], String(run.bound[index])];
        return given === "" || (typeof raw === "string" && raw.includes(given) && isText(raw));
      };
    case "startsWith":
      return (row, run) => {
        const [raw, given] = [row[name], String(run.bound[index])];
        return given === "" || (typeof raw === "string" && raw.startsWith(given) && isText(raw));
      };
    default:
      return undefined;
  }
}

/** A parameter as a bound. A blank is `NaN`: every comparison with it is false. */
function limit(run: Run, index: number): number {
  /* v8 ignore next -- the index is in range */
  return run.limits[index] ?? Number.NaN;
}
