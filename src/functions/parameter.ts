import type { CoreNode } from "../core/node.ts";
import type { ValueType } from "../types/value-type.ts";
import { misuse, requireKind } from "../util/misuse.ts";

/**
 * What a parameter takes. `condition` takes any type by the true-like rule and is lowered to a boolean;
 * `any` takes a value as it is; all `common` arguments of a call are brought to one type: their own when they
 * share it, text otherwise.
 */
export type ParameterType = ValueType | "condition" | "any" | "common";

/** The outcome of reading a literal argument: what it means, or what is wrong with it. */
export type LiteralReading<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      readonly help?: string;
      /** Where in the text the mistake is, in UTF-16 units. */
      readonly offset?: number;
      /** What to write instead of the whole text. */
      readonly instead?: string;
    };

/** A parameter; the type argument is what `lower` is handed for it. */
export interface Parameter<Argument = unknown> {
  readonly name: string;
  readonly type: ParameterType;
  readonly presence: "required" | "optional" | "rest" | "implicit";
  /** Fewest arguments of a `rest` parameter. */
  readonly least: number;
  /** Whether a blank number is handed on as blank; otherwise it counts as zero. */
  readonly keepsBlank: boolean;
  /** Set when the argument must be written out as text in the formula: reads that text. */
  readonly literal?: (text: string) => LiteralReading<unknown>;
  /** The texts a literal may be, for completion and documentation, where they can be listed. */
  readonly choices?: readonly string[];
  /** Never set: carries `Argument` for the compiler. */
  readonly argument?: Argument | undefined;
}

/** A parameter before it is known what `lower` is handed for it. */
type Untyped = Omit<Parameter, "argument">;

function untyped(type: ParameterType, name: string): Untyped {
  const keepsBlank = type === "any" || type === "common";
  return { name, type, presence: "required", least: 1, keepsBlank };
}

function parameter(type: ParameterType) {
  return (name: string): Parameter<CoreNode> => {
    requireKind(name, "text", `\`parameter.${type}\`: the name`);
    return Object.freeze(untyped(type, name));
  };
}

export const text = parameter("text");
export const number = parameter("number");
export const date = parameter("date");
export const list = parameter("list");
export const condition = parameter("condition");
/** A value of any type, as it is; a blank number or date stays blank. */
export const any = parameter("any");
export const common = parameter("common");

/** @throws `TypeError` unless the value is a parameter. */
export function requireParameter(value: unknown, what: string): void {
  const isParameter = typeof value === "object" && value !== null && "presence" in value;
  if (!isParameter) throw misuse(what, 'a parameter, such as `parameter.text("name")`', value);
}

/** May be left out; `lower` is handed `undefined` then. */
export function optional<A>(inner: Parameter<A>): Parameter<A | undefined> {
  requireParameter(inner, "`parameter.optional`: the parameter");
  return Object.freeze({ ...inner, presence: "optional" });
}

/** Any number of arguments, at least `least`, as the last parameter; `lower` is handed an array. */
export function rest<A>(inner: Parameter<A>, least = 1): Parameter<readonly A[]> {
  requireParameter(inner, "`parameter.rest`: the parameter");
  requireKind(least, "number", "`parameter.rest`: the fewest arguments");
  const { argument: _, ...others } = inner;
  return Object.freeze({ ...others, presence: "rest", least });
}

/** Hands a blank number on as blank. */
export function keepBlank(inner: Parameter<CoreNode>): Parameter<CoreNode> {
  requireParameter(inner, "`parameter.keepBlank`: the parameter");
  return Object.freeze({ ...inner, keepsBlank: true });
}

/** A text that must stand in the formula itself, read once when the formula is checked. */
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

/** How a date is shown: what SET_TIMEZONE and SET_LOCALE around it say. */
export interface Presentation {
  readonly zone?: string;
  readonly locale?: string;
}

/** Not written by the user: what the zoned calls directly around the first argument say, as the last parameter. */
export const presentation: Parameter<Presentation> = Object.freeze({
  ...untyped("date", "presentation"),
  presence: "implicit",
});
