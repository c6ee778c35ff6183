import type { Field } from "../schema/field.ts";
import type { Plain } from "../values/plain.ts";
import { CoreBuilder } from "./builder.ts";
import { fold } from "./fold.ts";
import type { NamedParameter } from "./named-parameter.ts";
import type { CoreNode } from "./node.ts";

/** Facts about the records or the run that a specialised core may assume. */
export interface Facts {
  /** The current time of the clock. */
  readonly now?: number;
  /** Fields of numbers and dates that are never blank. */
  readonly neverBlank?: ReadonlySet<Field>;
  /** The values of fields. */
  readonly fields?: ReadonlyMap<Field, Plain>;
  /** The replacement for a field, if it has one. */
  readonly fieldFor?: (field: Field) => Field | undefined;
  /** The value of each parameter. */
  readonly parameter?: (parameter: NamedParameter) => Plain;
}

/**
 * Rebuilds cores with known facts, so that more operations fold. If the facts are true, every value, blank and error is
 * preserved. With `now`, the clock's time and everything that depends only on it become constants.
 */
export class Specialiser {
  readonly builder: CoreBuilder;
  readonly #known: Facts;
  readonly #made = new Map<CoreNode, CoreNode>();
  readonly #origins = new Map<CoreNode, CoreNode>();

  /** @param builder creates the new nodes; a new builder unless given */
  constructor(known: Facts, builder: CoreBuilder = new CoreBuilder()) {
    this.builder = builder;
    this.#known = known;
  }

  /** The new node that replaces an old one. */
  of(node: CoreNode): CoreNode {
    return fold(node, this.#made, (old) => {
      const made = this.make(old);
      if (!this.#origins.has(made)) this.#origins.set(made, old);
      return made;
    });
  }

  /** An old node that this new one replaces; `undefined` if there is none. */
  originOf(node: CoreNode): CoreNode | undefined {
    return this.#origins.get(node);
  }

  /** Rebuilds a node whose operands have been rebuilt. */
  protected make(node: CoreNode): CoreNode {
    const { builder } = this;
    switch (node.op) {
      case "literal":
        return builder.constant(node.type, node.data);
      case "blank":
        return builder.blank(node.type);
      case "fail":
        return builder.fail(node.type);
      case "field": {
        const value = this.#known.fields?.get(node.data);
        if (value !== undefined) return builder.constant(node.type, value);
        const field = this.#known.fieldFor?.(node.data) ?? node.data;
        return builder.field(field, this.#known.neverBlank?.has(node.data) !== true);
      }
      case "parameter":
        return this.#known.parameter === undefined
          ? builder.parameter(node.data)
          : builder.constant(node.type, this.#known.parameter(node.data));
      case "now":
        return this.#known.now === undefined ? builder.now : builder.date(this.#known.now);
      default:
        return rebuild(
          builder,
          node,
          node.operands.map((operand) => this.of(operand)),
        );
    }
  }
}

/** Builds an operation from its operands and its data. */
type Build = (...parts: readonly unknown[]) => CoreNode;

type NodeWithOperands = Exclude<
  CoreNode,
  { op: "literal" | "blank" | "fail" | "field" | "parameter" | "now" }
>;

/** The same operation on other operands: the builder's method of its name takes the operands, and then the data. */
function rebuild(
  builder: CoreBuilder,
  { op, data }: NodeWithOperands,
  operands: readonly CoreNode[],
): CoreNode {
  if (op === "call") return builder.call(data, ...operands);
  if (op === "or" && data === "set") return builder.anyOf(...operands);
  const methods: Pick<CoreBuilder, NodeWithOperands["op"]> = builder;
  const build = methods[op] as Build;
  return build.call(builder, ...operands, ...(data === undefined ? [] : [data]));
}
