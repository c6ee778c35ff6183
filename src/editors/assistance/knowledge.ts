import {
  declaredParameters,
  limitsWithin,
  type NamedParameters,
  type Policy,
} from "../../engine/index.ts";
import type { FunctionDefinition, FunctionDocumentation } from "../../language/functions/define.ts";
import { DOCUMENTED_FUNCTIONS } from "../../language/functions/documentation.ts";
import { extendRegistry, type Registry } from "../../language/functions/registry.ts";
import type { Schema } from "../../language/schema/index.ts";
import type { Limits } from "../../language/source/formula-limits.ts";
import type { LanguageOptions } from "./assistance-types.ts";
import { documentationIn, type EditorTexts, editorTexts } from "./editor-texts.ts";

/** The names that formulas may use, with their documentation, and the texts of the language service. */
export interface Knowledge {
  readonly schema: Schema;
  readonly registry: Registry;
  readonly parameters: NamedParameters;
  readonly limits: Limits;
  readonly policy: Policy | undefined;
  readonly timeZone: string | undefined;
  readonly clock: () => Date;
  readonly texts: EditorTexts;
  documentationOf(definition: FunctionDefinition): FunctionDocumentation | undefined;
}

export function knowledgeOf<Row>(options: LanguageOptions<Row>): Knowledge {
  const { schema, functions = [], parameters, limits, policy, timeZone, clock, messages } = options;
  const documented = new Map<FunctionDefinition, FunctionDocumentation>();
  for (const { definition, documentation } of DOCUMENTED_FUNCTIONS) {
    documented.set(definition, documentationIn(messages?.editor, definition.name, documentation));
  }
  return {
    schema,
    registry: extendRegistry(functions),
    parameters: declaredParameters(parameters ?? {}, "createLanguage"),
    limits: limitsWithin(limits, policy),
    policy,
    timeZone,
    clock: clock ?? (() => new Date()),
    texts: editorTexts(messages?.editor),
    documentationOf: (definition) => documented.get(definition) ?? definition.documentation,
  };
}
