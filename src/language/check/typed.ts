import type { NamedParameter } from "../core/named-parameter.ts";
import type { FunctionDefinition } from "../functions/define.ts";
import type { Field } from "../schema/field.ts";
import type { ComparisonOperator, Expression, UnaryOperator } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";

/**
 * The type that the checker assigns to an expression: one of the five types, `blank` for BLANK(), `error` for ERROR(),
 * or `unknown`. A blank or an error takes whatever type its context needs. `unknown` means that there is no schema or
 * that the checker found a mistake.
 */
export type StaticType = ValueType | "blank" | "error" | "unknown";

/** The meaning of an arithmetic operator: on two numbers, as the days between two dates, or as a date moved by days. */
type ArithmeticForm = "numbers" | "days-between" | "date-first" | "number-first";

/** Whether a type is one of the five value types. */
export function isValueType(type: StaticType | undefined): type is ValueType {
  return type !== undefined && type !== "blank" && type !== "error" && type !== "unknown";
}

interface TypedBase {
  /** The expression in the syntax tree; a conversion has the node of its operand. */
  readonly node: Expression;
}

/** A checked tree: every name is resolved, and every coercion is explicit. */
export type Typed =
  | (TypedBase & { readonly kind: "text"; readonly type: "text"; readonly value: string })
  | (TypedBase & { readonly kind: "number"; readonly type: "number"; readonly value: number })
  | (TypedBase & { readonly kind: "date"; readonly type: "date"; readonly milliseconds: number })
  | (TypedBase & { readonly kind: "blank"; readonly type: "blank" })
  | (TypedBase & { readonly kind: "error"; readonly type: "error" })
  | (TypedBase & { readonly kind: "unknown"; readonly type: "unknown" })
  | (TypedBase & { readonly kind: "field"; readonly type: ValueType; readonly field: Field })
  | (TypedBase & {
      readonly kind: "parameter";
      readonly type: ValueType;
      readonly parameter: NamedParameter;
    })
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

/** An argument for the `lower` function of a function definition. */
export type Argument =
  | { readonly kind: "value"; readonly value: Typed; readonly keepsBlank: boolean }
  | { readonly kind: "rest"; readonly values: readonly Typed[]; readonly keepsBlank: boolean }
  | { readonly kind: "static"; readonly value: unknown };

/** The expressions directly inside an expression, from left to right. */
export function insideOf(typed: Typed): readonly Typed[] {
  switch (typed.kind) {
    case "convert":
    case "condition":
    case "sign":
      return [typed.operand];
    case "arithmetic":
    case "concat":
    case "compare":
      return [typed.left, typed.right];
    case "call":
      return typed.arguments.flatMap((argument) => {
        if (argument.kind === "static") return [];
        return argument.kind === "rest" ? argument.values : [argument.value];
      });
    default:
      return [];
  }
}
