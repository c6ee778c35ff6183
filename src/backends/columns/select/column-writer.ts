import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/field.ts";
import { ConditionWriter, type WrittenExpression } from "../../evaluation/condition-writer.ts";
import { TEXT_METHODS, type TextTestNode } from "../../evaluation/node-forms.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { columnTestOf } from "../condition/column-test.ts";
import { testSource } from "./branchless-writer.ts";
import type { CodeArguments } from "./code-arguments.ts";
import { listTest } from "./column-closures.ts";
import { glanceAtColumn, listAt } from "./read-column.ts";

/** Writes any condition as JavaScript on a row number. The code tests the condition part by part. */
export class ColumnWriter extends ConditionWriter {
  readonly #layout: ColumnLayout;
  readonly #arguments: CodeArguments;

  constructor(layout: ColumnLayout, handed: CodeArguments, root: CoreNode) {
    super(root);
    this.#layout = layout;
    this.#arguments = handed;
  }

  /** The source of a test of some parts of the condition, in order. */
  parts(root: CoreNode, nodes: readonly CoreNode[]): WrittenExpression {
    return this.around(root, () => nodes.map((node) => this.trueTest(node)).join(" && "));
  }

  /** The source of the encoded value of an expression. */
  encoded(root: CoreNode): WrittenExpression {
    return this.around(root, () => this.value(root));
  }

  protected override around(root: CoreNode, write: () => string): WrittenExpression {
    const written = super.around(root, write);
    const common = "const finite = (x) => (x - x === 0 ? x : NaN), now = 0;";
    return { ...written, before: `${common} ${written.before}` };
  }

  protected override trueTest(node: CoreNode): string {
    return this.#columnTest(node, true) ?? super.trueTest(node);
  }

  protected override falseTest(node: CoreNode): string {
    return this.#columnTest(node, false) ?? super.falseTest(node);
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

  protected override inTextTest(node: TextTestNode, not: "" | "!"): string {
    const columnTest = this.#columnTest(node, not === "");
    if (columnTest !== undefined) return columnTest;
    if (node.mayFail) return super.inTextTest(node, not);
    const [text, needle] = operandsOf(node);
    return `(${not}${this.value(text)}.${TEXT_METHODS[node.op]}(${this.value(needle)}))`;
  }

  protected override handIn(value: unknown): string {
    return this.#arguments.name(value);
  }

  #columnTest(node: CoreNode, wanted: boolean): string | undefined {
    const test = listTest(node, this.#layout);
    if (test !== undefined) return `${wanted ? "" : "!"}${this.handIn(test)}(row)`;
    const columnTest = columnTestOf(node, wanted, this.#layout);
    return columnTest && `(${testSource(columnTest, this.#arguments)} === 1)`;
  }
}
