import type { CoreBuilder } from "../language/core/builder.ts";
import { dateRangesOf } from "../language/core/date-range.ts";
import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../language/core/node.ts";
import type { Regex } from "../language/values/regex/index.ts";
import { textLength } from "../language/values/text/index.ts";

/** Simplifies conditions without changing their outcome, so that `implies` recognises equal conditions and ranges. */
export class SimplerConditions {
  readonly #builder: CoreBuilder;
  /** Interned patterns: equal ones are the same object. */
  readonly #patterns = new Map<string, Regex>();

  constructor(builder: CoreBuilder) {
    this.#builder = builder;
  }

  /** The simpler condition; the same node if there is none. */
  of(node: CoreNode): CoreNode {
    const builder = this.#builder;
    switch (node.op) {
      case "among": {
        const value = operandOf(node);
        const equal = [...node.data].map((one) =>
          builder.equal(value, builder.constant(value.type, one)),
        );
        return builder.or(...equal);
      }
      case "hasAny": {
        const list = operandOf(node);
        return builder.or(
          ...[...node.data].map((item) => builder.has(list, builder.text(`${item}`))),
        );
      }
      case "has": {
        const [list, text] = operandsOf(node);
        if (list.op !== "literal" || !Array.isArray(list.data) || text.mayFail) return node;
        const items: readonly string[] = list.data;
        return builder.or(...items.map((item) => builder.equal(text, builder.text(item))));
      }
      case "regexMatch": {
        const { source, flags } = node.data;
        const name = JSON.stringify([source, flags]);
        const pattern = this.#patterns.get(name) ?? node.data;
        this.#patterns.set(name, pattern);
        return builder.regexMatch(operandOf(node), pattern);
      }
      case "equal":
        return this.#asRanges(node) ?? this.#asPrefix(node) ?? this.#inOrder(node);
      case "less":
      case "lessOrEqual":
        return this.#asRanges(node) ?? node;
      default:
        return node;
    }
  }

  /** `LEFT({t}, 2) = "ab"` tests a prefix. */
  #asPrefix(node: CoreNode): CoreNode | undefined {
    const [part, constant] = operandsOf(node);
    if (part.op !== "slice" || constant.op !== "literal") return undefined;
    const [text, start, count] = threeOperandsOf(part);
    const { data: prefix } = constant;
    if (start.data !== 1 || typeof prefix !== "string" || prefix === "") return undefined;
    return count.data === textLength(prefix) ? this.#builder.startsWith(text, constant) : undefined;
  }

  /** `YEAR({d}) = 2024` tests ranges of dates. */
  #asRanges(node: CoreNode): CoreNode | undefined {
    if (node.operands.some(({ op }) => op === "field")) return undefined;
    const found = dateRangesOf(node);
    if (found === undefined) return undefined;
    const builder = this.#builder;
    const field = builder.field(found.field);
    const inside = builder.or(
      ...found.ranges.map(({ from, to }) =>
        builder.and(
          builder.lessOrEqual(builder.date(from), field),
          builder.less(field, builder.date(to)),
        ),
      ),
    );
    return found.isInside ? inside : builder.not(inside);
  }

  /** Orders operands, so that `{a} = {b}` and `{b} = {a}` are one condition. */
  #inOrder(node: CoreNode): CoreNode {
    const [a, b] = operandsOf(node);
    return a.id > b.id && a.varies && b.varies ? this.#builder.equal(b, a) : node;
  }
}
