import { type CoreNode, operandsOf } from "../../language/core/node.ts";
import type { Field } from "../../language/schema/field.ts";
import { toTexts } from "../../language/values/row-value.ts";
import { isText } from "../../language/values/text/index.ts";
import { ConditionWriter } from "../evaluation/condition-writer.ts";
import { TEXT_METHODS, type TextTestNode } from "../evaluation/node-forms.ts";
import { refuseRow } from "./collect-rows.ts";
import { readDate, readText } from "./read-row.ts";

/**
 * Writes a condition on untrusted rows. A value that is not of its field's type counts as blank; type checks are placed
 * where they cost least.
 */
export class SourceWriter extends ConditionWriter {
  /** Whether a field is named like a property of primitive values, such as `length`. */
  #readsPrimitives = false;

  /** The source of a function that takes `values` and returns a `GeneratedFilter`. */
  filter(condition: CoreNode): string {
    const refuse = `${this.handIn(refuseRow)}()`;
    const { before, forRow, expression: test } = this.condition(condition);
    // If no field reads a property of primitives, a row that is not an object reads as all blanks, so its type is
    // checked only if it matches. That is cheaper than checking each row first.
    const hit = this.#readsPrimitives
      ? `(typeof row === "object" ? ${test} : ${refuse})`
      : `${test} && (typeof row === "object" || ${refuse})`;
    const handedIn = this.values.map((_, index) => `v${index} = values[${index}]`);
    return `"use strict";
const ${handedIn.join(", ")};
const finite = (x) => (x - x === 0 ? x : NaN);
return {
  loop(rows, from, to, hits, now, bound) {
    ${before}
    let n = 0;
    for (let i = from; i < to; i++) {
      const row = rows[i];
      ${forRow}
      if (${hit}) hits[n++] = i;
    }
    return n;
  },
  matches(row, now, bound) {
    ${before} ${forRow}
    return ${hit};
  },
};`;
  }

  protected override field(field: Field): string {
    const raw = this.#property(field);
    switch (field.type) {
      case "boolean":
        return `(${raw} === true)`;
      case "number": {
        const t = this.temporary();
        return `(${this.ordinaryTest(field, t)} ? ${t} : Infinity)`;
      }
      case "text":
        return `${this.handIn(readText)}(${raw})`;
      case "date":
        return `${this.handIn(readDate)}(${raw})`;
      case "list":
        return `${this.handIn(toTexts)}(${raw})`;
    }
  }

  protected override ordinaryTest(field: Field, t: string): string {
    if (field.type === "date") return super.ordinaryTest(field, t);
    // Most blanks are `null`, which is tested without dereferencing the value.
    return `(${t} = ${this.#property(field)}) !== null && typeof ${t} === "number" && ${t} - ${t} === 0`;
  }

  protected override equalTest(a: CoreNode, b: CoreNode): string {
    if (a.op !== "field" || a.type === "date") return super.equalTest(a, b);
    const raw = this.#property(a.data);
    if (b.op === "parameter" && (a.type === "text" || a.type === "number")) {
      const given = this.parameter(b.data);
      const [blank, isBlank] =
        a.type === "text"
          ? [`""`, `${this.field(a.data)} === ""`]
          : ["Infinity", `!(${this.ordinaryTest(a.data, this.temporary())})`];
      return `(${given} === ${blank} ? ${isBlank} : ${raw} === ${given})`;
    }
    if (b.op !== "literal") return super.equalTest(a, b);
    // A value of another type never equals a constant, and neither does an ill-formed text.
    if (b.data !== "") return `(${raw} === ${this.value(b)})`;
    const t = this.temporary();
    return `!(typeof (${t} = ${raw}) === "string" && ${t} !== "" && ${this.handIn(isText)}(${t}))`;
  }

  protected override belowTest(
    value: CoreNode,
    operator: string,
    constant: string,
    bound: string,
  ): string {
    if (value.op !== "field" || value.type !== "number") {
      return super.belowTest(value, operator, constant, bound);
    }
    const t = this.temporary();
    return `(typeof (${t} = ${this.#property(value.data)}) === "number" && ${t} ${operator} ${constant} && ${t} ${bound})`;
  }

  protected override inTextTest(node: TextTestNode, not: "" | "!"): string {
    const [text, needle] = operandsOf(node);
    if (text.op !== "field" || needle.op !== "literal" || not === "!")
      return super.inTextTest(node, not);
    const found = (t: string): string => `${t}.${TEXT_METHODS[node.op]}(${this.value(needle)})`;
    return this.textTest(text, "false", found);
  }

  /** The check that a raw value is well-formed comes last: few rows depend on it. */
  protected override textTest(
    text: CoreNode,
    ofBlank: string,
    write: (name: string) => string,
  ): string {
    if (text.op !== "field") return super.textTest(text, ofBlank, write);
    const t = this.temporary();
    const isString = `typeof (${t} = ${this.#property(text.data)}) === "string"`;
    const isWellFormed = `${this.handIn(isText)}(${t})`;
    return `(${isString} ? ${write(t)} ? ${ofBlank} || ${isWellFormed} : ${ofBlank} && !${isWellFormed} : ${ofBlank})`;
  }

  #property(field: Field): string {
    this.#readsPrimitives ||= isPropertyOfPrimitives(field.name);
    return `row[${this.handIn(field.name)}]`;
  }
}

function isPropertyOfPrimitives(name: string): boolean {
  const kinds = [String, Number, Boolean, Symbol, BigInt, Function];
  return /^\d+$/.test(name) || kinds.some(({ prototype }) => name in prototype);
}
