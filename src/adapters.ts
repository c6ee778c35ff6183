/**
 * SQL of formulas for other libraries: Kysely, Drizzle, Knex, and drivers that need more than a text with its
 * parameters.
 *
 * @packageDocumentation
 */

export { bindTypes } from "./adapters/bind-types.ts";
export { knexRaw } from "./adapters/knex-raw.ts";
export { namedParameters } from "./adapters/named-parameters.ts";
export { tagged } from "./adapters/tagged.ts";
