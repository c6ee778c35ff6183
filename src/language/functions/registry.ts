import { misuse } from "../../util/misuse.ts";
import { DATE_FUNCTIONS } from "./date/index.ts";
import type { FunctionDefinition } from "./define.ts";
import { LIST_FUNCTIONS } from "./list/index.ts";
import { LOGIC_FUNCTIONS } from "./logic/index.ts";
import { NUMBER_FUNCTIONS } from "./number/index.ts";
import { RECORD_FUNCTIONS } from "./record/index.ts";
import { TEXT_FUNCTIONS } from "./text/index.ts";

/** Every function of the language, in the order of the reference. */
export const FUNCTIONS: readonly FunctionDefinition[] = /* @__PURE__ */ [
  LOGIC_FUNCTIONS,
  TEXT_FUNCTIONS,
  NUMBER_FUNCTIONS,
  DATE_FUNCTIONS,
  LIST_FUNCTIONS,
  RECORD_FUNCTIONS,
].flat();

/** Functions by upper-case name. */
export type Registry = ReadonlyMap<string, FunctionDefinition>;

const FUNCTION_NAME = /^[A-Z][A-Z0-9_]*$/;

export const BUILT_IN: Registry = /* @__PURE__ */ registryOf(FUNCTIONS);

function registryOf(definitions: readonly FunctionDefinition[]): Registry {
  return new Map(definitions.map((definition) => [definition.name, definition]));
}

/**
 * Returns the built-in functions together with custom ones.
 *
 * @throws `TypeError` if a name is not in upper case or is taken.
 */
export function extendRegistry(added: readonly FunctionDefinition[]): Registry {
  if (added.length === 0) return BUILT_IN;
  const registry = new Map(BUILT_IN);
  for (const definition of added) {
    if (typeof definition.lower !== "function") {
      throw misuse("`functions`: each", "a function that `defineFunction` made", definition);
    }
    if (!FUNCTION_NAME.test(definition.name)) {
      throw new TypeError(
        `a function's name may have capitals, digits and underscores only, but is \`${definition.name}\``,
      );
    }
    if (registry.has(definition.name)) {
      throw new TypeError(`there is a function \`${definition.name}\` already`);
    }
    registry.set(definition.name, definition);
  }
  return registry;
}

/** The function with this name. Names ignore the case of ASCII letters only. */
export function lookUpFunction(registry: Registry, name: string): FunctionDefinition | undefined {
  return (
    registry.get(name) ?? registry.get(name.replace(/[a-z]/g, (letter) => letter.toUpperCase()))
  );
}
