import type { ParameterDeclarations } from "../../../engine/index.ts";
import { isName } from "../../../language/syntax/lexer/name.ts";
import { describeType, VALUE_TYPES, type ValueType } from "../../../language/types/value-type.ts";
import { givenValue } from "../../../language/values/given-value.ts";
import { jsonOf } from "../../../util/json-of.ts";
import { quote } from "../../../util/quote.ts";
import { CliFailure } from "../cli-failure.ts";

export const PARAM_OPTION = {
  type: "text",
  value: "name=value",
  repeats: true,
  description:
    "A value for `$name` in the formula. A number, `true`, `false` or an array of texts in JSON has its own type, and anything else is a text. `name:type=value` says the type, such as `since:date=2024-02-29`; if nothing follows the `=`, the value is then a blank.",
} as const;

/** The parameters of a formula: their types and values. */
export interface GivenParameters {
  readonly types: ParameterDeclarations;
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
}

type GivenValue = GivenParameters["values"][string];

const FORM = /^([^:=]+)(?::([^=]*))?=([\s\S]*)$/;

/**
 * @param option the name of the option, for messages
 * @throws {@link Failure} for invalid syntax
 */
export function readParameters(
  given: readonly string[],
  option = "--param",
): GivenParameters | undefined {
  if (given.length === 0) return undefined;
  const types = new Map<string, ValueType>();
  const values = new Map<string, GivenValue>();
  for (const one of given) {
    const [, name = "", typeName, text = ""] = FORM.exec(one) ?? [];
    if (!isName(name)) {
      throw new CliFailure(
        "usage",
        `${option} ${quote(one)}: write \`name=value\`, or \`name:type=value\``,
      );
    }
    if (types.has(name)) throw new CliFailure("usage", `${option} ${name} is given twice`);
    const type = VALUE_TYPES.find((known) => known === typeName);
    if (typeName !== undefined && type === undefined) {
      throw new CliFailure(
        "usage",
        `${option} ${name}: the type must be one of ${VALUE_TYPES.join(", ")}`,
      );
    }
    const [own, value] = readValue(text, type);
    if (givenValue(own, value) === undefined) {
      throw new CliFailure(
        "usage",
        `${option} ${name}: ${quote(text)} is not ${describeType(own)}`,
      );
    }
    types.set(name, own);
    values.set(name, value);
  }
  return { types: Object.fromEntries(types), values: Object.fromEntries(values) };
}

function readValue(text: string, type: ValueType | undefined): readonly [ValueType, GivenValue] {
  if (type === "text" || type === "date") return [type, text === "" ? null : text];
  if (type !== undefined && text === "") return [type, null];
  const value = jsonOf(text);
  switch (typeof value) {
    case "number":
      return [type ?? "number", value];
    case "boolean":
      return [type ?? "boolean", value];
    default:
      if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
        return [type ?? "list", value];
      }
      return [type ?? "text", text];
  }
}

/**
 * Parameters declared as `name:type`; `undefined` if there are none.
 *
 * @throws {@link Failure} for invalid syntax
 */
export function declaredOptions(given: readonly string[]): ParameterDeclarations | undefined {
  if (given.length === 0) return undefined;
  const types = new Map<string, ValueType>();
  for (const one of given) {
    const [, name = "", typeName = "text"] = /^([^:]*)(?::(.*))?$/s.exec(one) ?? [];
    const type = VALUE_TYPES.find((known) => known === typeName);
    if (!isName(name) || type === undefined) {
      throw new CliFailure(
        "usage",
        `--parameter ${quote(one)}: write \`name:type\`, with one of ${VALUE_TYPES.join(", ")}`,
      );
    }
    if (types.has(name)) throw new CliFailure("usage", `--parameter ${name} is given twice`);
    types.set(name, type);
  }
  return Object.fromEntries(types);
}
