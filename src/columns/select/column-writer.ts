import { type CoreNode, operandsOf } from "../../core/node.ts";
import {
  ConditionWriter,
  TEXT_METHODS,
  type TextTestNode,
} from "../../encoded/condition-writer.ts";
import type { Field } from "../../schema/field.ts";
import type { Layout } from "../form/layout.ts";
import { leafOf } from "../form/leaf.ts";
import type { Arguments } from "./arguments.ts";
import { handTest } from "./column-closures.ts";
import { leafSource } from "./flat-writer.ts";
import { glanceAtColumn, listAt } from "./read-column.ts";

/** Writes any condition on the number of a row, deciding part by part. */
export class ColumnWriter extends ConditionWriter {
  readonly #layout: Layout;
  readonly #arguments: Arguments;

  constructor(layout: Layout, handed: Arguments, root: CoreNode) {
    super(root);
    this.#layout = layout;
    this.#arguments = handed;
  }

  /** The condition, with what has to stand before the loop, and in it before the condition. */
  condition(root: CoreNode): {
    readonly before: string;
    readonly forRow: string;
    readonly test: string;
  } {
    const test = this.isTrue(root);
    const [before, forRow] = this.state();
    return {
      before: `const finite = (x) => (x - x === 0 ? x : NaN), now = 0; ${before}`,
      forRow,
      test,
    };
  }

  override isTrue(node: CoreNode): string {
    return this.#leaf(node, true) ?? super.isTrue(node);
  }

  override isFalse(node: CoreNode): string {
    return this.#leaf(node, false) ?? super.isFalse(node);
  }

  protected override value(node: CoreNode): string {
    const lookUp = this.#layout.lookUp(node);
    if (lookUp === undefined) return super.value(node);
    return `${this.handIn(lookUp.values)}[${this.handIn(lookUp.column.codes)}[row]]`;
  }

  protected override field(field: Field): string {
    const column = this.#layout.column(field);
    switch (column.kind) {
      case "numbers":
        return `${this.handIn(column.values)}[row]`;
      case "flags":
        return `(${this.handIn(column.values)}[row] === 1)`;
      case "codes":
        return `${this.handIn(column.texts)}[${this.handIn(column.codes)}[row]]`;
      case "texts":
        return `${this.handIn(glanceAtColumn(column))}(row)`;
      case "lists":
        return `${this.handIn((row: number) => listAt(column, row))}(row)`;
    }
  }

  protected override isInText(node: TextTestNode, not: "" | "!", late?: string[]): string {
    const leaf = this.#leaf(node, not === "");
    if (leaf !== undefined) return leaf;
    if (node.mayFail) return super.isInText(node, not, late);
    const [text, needle] = operandsOf(node);
    return `(${not}${this.value(text)}.${TEXT_METHODS[node.op]}(${this.value(needle)}))`;
  }

  protected override handIn(value: unknown): string {
    return this.#arguments.name(value);
  }

  #leaf(node: CoreNode, wanted: boolean): string | undefined {
    const test = handTest(node, this.#layout);
    if (test !== undefined) return `${wanted ? "" : "!"}${this.handIn(test)}(row)`;
    const leaf = leafOf(node, wanted, this.#layout);
    if (leaf === undefined) return undefined;
    return `(${leafSource(leaf, this.#arguments)} === 1)`;
  }
}
