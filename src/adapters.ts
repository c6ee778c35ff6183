/**
 * SQL of formulas for other libraries: Kysely, Drizzle, Knex, and drivers that need more than a text with its
 * parameters.
 *
 * @packageDocumentation
 */

export { bindTypes } from "./data/adapters/bind-types.ts";
export { knexRaw } from "./data/adapters/knex-raw.ts";
export { namedParameters } from "./data/adapters/named-parameters.ts";
export { tagged } from "./data/adapters/tagged.ts";
