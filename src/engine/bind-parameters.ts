import { BoundParameters } from "../backends/rows/index.ts";
import type { NamedParameter } from "../language/core/named-parameter.ts";
import type { RowValues } from "../language/schema/index.ts";
import { isName } from "../language/syntax/index.ts";
import { describeType, VALUE_TYPES, type ValueType } from "../language/types/value-type.ts";
import { givenValue } from "../language/values/given-value.ts";
import type { Plain } from "../language/values/plain.ts";
import { misuse, requireKind } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { didYouMean } from "../util/suggest.ts";

/** The parameters of a formula with their types: `{ user: "text", minPrice: "number" }`. */
export type ParameterDeclarations = Readonly<Record<string, ValueType>>;

/** A value for each parameter; `null` is a blank. A date may be an ISO 8601 string. */
export type ParameterValues<P extends ParameterDeclarations> = {
  readonly [N in keyof P]: RowValues[P[N]] | null;
};

/** The declared parameters by name. */
export type NamedParameters = ReadonlyMap<string, NamedParameter>;

/** @throws `TypeError` if a declaration is wrong */
export function declaredParameters(
  declarations: ParameterDeclarations,
  call: string,
): NamedParameters {
  const declared = new Map<string, NamedParameter>();
  for (const [name, type] of Object.entries(declarations)) {
    if (!isName(name)) {
      throw misuse(`\`${call}\`: the name of a parameter`, "a word such as `user`", name);
    }
    if (!VALUE_TYPES.includes(type)) {
      const expected = `one of ${VALUE_TYPES.join(", ")}`;
      throw misuse(`\`${call}\`: the type of the parameter ${quote(name)}`, expected, type);
    }
    declared.set(name, { name, type, index: declared.size });
  }
  return declared;
}

/** @throws `TypeError` if a value is missing, unknown or not of its type */
export function bind(
  parameters: ReadonlyMap<string, NamedParameter>,
  values: Readonly<Record<string, unknown>>,
): BoundParameters {
  requireKind(values, "object", "`with`: the values");
  const plain: Plain[] = [];
  for (const { name, type } of parameters.values()) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      throw new TypeError(`\`with\`: the parameter ${quote(name)} is missing; \`null\` is a blank`);
    }
    const given = givenValue(type, value);
    if (given === undefined) throw wrongValue("with", "parameter", name, type, value);
    plain.push(given);
  }
  for (const name of Object.keys(values)) {
    if (parameters.has(name)) continue;
    const near = didYouMean(name, parameters.keys(), quote);
    throw new TypeError(`\`with\`: there is no parameter ${quote(name)}${near}`);
  }
  return new BoundParameters(plain);
}

/** The exception for a value of the wrong type. */
export function wrongValue(
  call: string,
  what: "parameter" | "field",
  name: string,
  type: ValueType,
  value: unknown,
): TypeError {
  const range = type === "date" ? " between 1900 and 2298" : "";
  return misuse(
    `\`${call}\`: the ${what} ${quote(name)}`,
    `${describeType(type)}${range}, or null`,
    value,
  );
}
