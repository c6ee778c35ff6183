import { requireKind } from "../../util/misuse.ts";
import type { Expr } from "../core/function-context.ts";
import type { ArgumentMistake } from "../source/messages/diagnostic-data.ts";
import type { ValueType } from "../types/value-type.ts";
import { requireParameter } from "./require-parameter.ts";

/**
 * The type of a parameter. `condition` accepts any type and is lowered to a boolean by the true-like rule. `any`
 * accepts a value unchanged. All `common` arguments of a call are converted to one type: their own type if they share
 * it, and text otherwise.
 */
export type ParameterType = ValueType | "condition" | "any" | "common";

/** A mistake in a literal argument of a built-in function, which the catalogues describe. */
export interface LiteralMistake {
  readonly ok: false;
  readonly mistake: Exclude<ArgumentMistake, { readonly reason: "custom" }>;
}

/** The result of reading a literal argument: its value, or a message about the mistake in it. */
export type LiteralReading<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The probable intention, if the literal means something else here. */
      readonly doubt?: { readonly message?: string; readonly instead?: string };
    }
  | LiteralMistake
  | {
      readonly ok: false;
      readonly message: string;
      readonly help?: string;
      /** The offset of the mistake in the text, in UTF-16 units. */
      readonly offset?: number;
      /** A text to write instead of the whole literal. */
      readonly instead?: string;
    };

/** A parameter. The type argument is the type of the argument that `lower` receives. */
export interface Parameter<Argument = unknown> {
  readonly name: string;
  readonly type: ParameterType;
  readonly presence: "required" | "optional" | "rest" | "implicit";
  /** The minimum number of arguments of a `rest` parameter. */
  readonly least: number;
  /** Whether a blank number stays blank; otherwise, it counts as zero. */
  readonly keepsBlank: boolean;
  /** Reads the argument, if it must be a text literal. */
  readonly literal?: (text: string) => LiteralReading<unknown>;
  /** The texts that a literal may be, for completion and documentation; omitted if they cannot be listed. */
  readonly choices?: readonly string[];
  /** Never set. It carries the type `Argument` for the compiler. */
  readonly argument?: Argument | undefined;
}

/** A parameter before the type of its argument is known. */
type Untyped = Omit<Parameter, "argument">;

function untyped(type: ParameterType, name: string): Untyped {
  const keepsBlank = type === "any" || type === "common";
  return { name, type, presence: "required", least: 1, keepsBlank };
}

function parameter(type: ParameterType, name: string): Parameter<Expr> {
  requireKind(name, "text", `\`parameter.${type}\`: the name`);
  return Object.freeze(untyped(type, name));
}

// With these annotations, bundlers can remove the definitions of functions for users who only parse.

/** A parameter for a text. */
/* @__NO_SIDE_EFFECTS__ */
export function text(name: string): Parameter<Expr> {
  return parameter("text", name);
}

/** A parameter for a number: a blank counts as 0. */
/* @__NO_SIDE_EFFECTS__ */
export function number(name: string): Parameter<Expr> {
  return parameter("number", name);
}

/** A parameter for a date. */
/* @__NO_SIDE_EFFECTS__ */
export function date(name: string): Parameter<Expr> {
  return parameter("date", name);
}

/** A parameter for a list of texts. */
/* @__NO_SIDE_EFFECTS__ */
export function list(name: string): Parameter<Expr> {
  return parameter("list", name);
}

/** A parameter for a condition: a value of any type, as a boolean by the true-like rule. */
/* @__NO_SIDE_EFFECTS__ */
export function condition(name: string): Parameter<Expr> {
  return parameter("condition", name);
}

/** A parameter for a value of any type, unchanged: a blank number stays blank. */
/* @__NO_SIDE_EFFECTS__ */
export function any(name: string): Parameter<Expr> {
  return parameter("any", name);
}

/** A parameter for a value that is converted to one type with the other `common` arguments of the call. */
/* @__NO_SIDE_EFFECTS__ */
export function common(name: string): Parameter<Expr> {
  return parameter("common", name);
}

/** Makes a parameter optional: if the argument is omitted, `lower` receives `undefined`. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<A>(inner: Parameter<A>): Parameter<A | undefined> {
  requireParameter(inner, "`parameter.optional`: the parameter");
  return Object.freeze({ ...inner, presence: "optional" });
}

/** Makes the last parameter accept `least` or more arguments; `lower` receives an array. */
/* @__NO_SIDE_EFFECTS__ */
export function rest<A>(inner: Parameter<A>, least = 1): Parameter<readonly A[]> {
  requireParameter(inner, "`parameter.rest`: the parameter");
  requireKind(least, "number", "`parameter.rest`: the fewest arguments");
  const { argument: _, ...others } = inner;
  return Object.freeze({ ...others, presence: "rest", least });
}

/** Makes a parameter keep a blank number as blank. */
/* @__NO_SIDE_EFFECTS__ */
export function keepBlank(inner: Parameter<Expr>): Parameter<Expr> {
  requireParameter(inner, "`parameter.keepBlank`: the parameter");
  return Object.freeze({ ...inner, keepsBlank: true });
}

/** A parameter for a text literal. It is read once, when the formula is checked. */
/* @__NO_SIDE_EFFECTS__ */
export function literal<T>(
  name: string,
  read: (text: string) => LiteralReading<T>,
  choices?: readonly string[],
): Parameter<T> {
  requireKind(name, "text", "`parameter.literal`: the name");
  requireKind(read, "function", "`parameter.literal`: what reads the text");
  if (choices !== undefined) requireKind(choices, "texts", "`parameter.literal`: the choices");
  return Object.freeze({
    ...untyped("text", name),
    literal: read,
    ...(choices === undefined ? {} : { choices }),
  });
}

/** The time zone and the locale in which a date is shown, set by the enclosing SET_TIMEZONE and SET_LOCALE. */
export interface Presentation {
  readonly zone?: string;
  readonly locale?: string;
}

/** An implicit last parameter: the presentation that SET_TIMEZONE and SET_LOCALE set for the date. */
export const presentation: Parameter<Presentation> = /* @__PURE__ */ Object.freeze({
  ...untyped("date", "presentation"),
  presence: "implicit",
});
