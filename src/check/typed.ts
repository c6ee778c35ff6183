import type { FunctionDefinition } from "../functions/define.ts";
import type { Field } from "../schema/field.ts";
import type { ComparisonOperator, Expression, UnaryOperator } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";

/**
 * The type of an expression before it runs: one of the five, `blank` for BLANK() and `error` for ERROR(), which take the
 * type their surroundings want, or `unknown` where no schema tells.
 */
export type StaticType = ValueType | "blank" | "error" | "unknown";

/** How an operand of arithmetic is meant: as numbers, as dates apart, or as a date moved by days. */
type ArithmeticForm = "numbers" | "days-between" | "date-first" | "number-first";

/** Whether a type is one of the five. */
export function isValueType(type: StaticType | undefined): type is ValueType {
  return type !== undefined && type !== "blank" && type !== "error" && type !== "unknown";
}

interface TypedBase {
  /** The syntax that this is the meaning of; conversions share their operand's. */
  readonly node: Expression;
}

/** The tree after checking: every name resolved, every coercion written out. */
export type Typed =
  | (TypedBase & { readonly kind: "text"; readonly type: "text"; readonly value: string })
  | (TypedBase & { readonly kind: "number"; readonly type: "number"; readonly value: number })
  | (TypedBase & { readonly kind: "date"; readonly type: "date"; readonly milliseconds: number })
  | (TypedBase & { readonly kind: "blank"; readonly type: "blank" })
  | (TypedBase & { readonly kind: "error"; readonly type: "error" })
  | (TypedBase & { readonly kind: "unknown"; readonly type: "unknown" })
  | (TypedBase & { readonly kind: "field"; readonly type: ValueType; readonly field: Field })
  | (TypedBase & {
      readonly kind: "convert";
      readonly type: ValueType;
      readonly operand: Typed;
    })
  | (TypedBase & { readonly kind: "condition"; readonly type: "boolean"; readonly operand: Typed })
  | (TypedBase & {
      readonly kind: "sign";
      readonly type: "number";
      readonly operator: UnaryOperator;
      readonly operand: Typed;
    })
  | (TypedBase & {
      readonly kind: "arithmetic";
      readonly type: ValueType;
      readonly form: ArithmeticForm;
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Typed;
      readonly right: Typed;
    })
  | (TypedBase & {
      readonly kind: "concat";
      readonly type: "text";
      readonly left: Typed;
      readonly right: Typed;
    })
  | (TypedBase & {
      readonly kind: "compare";
      readonly type: "boolean";
      readonly operator: ComparisonOperator;
      readonly left: Typed;
      readonly right: Typed;
    })
  | (TypedBase & {
      readonly kind: "call";
      readonly type: ValueType;
      readonly definition: FunctionDefinition;
      readonly arguments: readonly Argument[];
    });

/** What a definition's `lower` is to be handed in one place. */
export type Argument =
  | { readonly kind: "value"; readonly value: Typed; readonly keepsBlank: boolean }
  | { readonly kind: "rest"; readonly values: readonly Typed[]; readonly keepsBlank: boolean }
  | { readonly kind: "static"; readonly value: unknown };
