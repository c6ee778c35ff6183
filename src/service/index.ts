/**
 * The service: collections of records over HTTP, filtered by formulas.
 *
 * @packageDocumentation
 */

export type { Store } from "../stores/store.ts";
