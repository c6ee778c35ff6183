/**
 * Formulas for other libraries: SQL for Kysely, Drizzle, Knex, and drivers that need more than a text with its parameters;
 * rules for react-querybuilder.
 *
 * @packageDocumentation
 */

export { bindTypes } from "./data/adapters/bind-types.ts";
export { knexRaw } from "./data/adapters/knex-raw.ts";
export { namedParameters } from "./data/adapters/named-parameters.ts";
export {
  type FormulaOfRules,
  fromRules,
  type RuleProblem,
} from "./data/adapters/rules/from-rules.ts";
export type { Rule, RuleGroup, RuleValue } from "./data/adapters/rules/rule.ts";
export { toRules } from "./data/adapters/rules/to-rules.ts";
export {
  type SchemaFromOptions,
  type SchemaFromResult,
  schemaFrom,
  type UnmappedField,
} from "./data/adapters/schemas/schema-from.ts";
export { tagged } from "./data/adapters/tagged.ts";
