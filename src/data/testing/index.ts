/**
 * Contract tests for stores that others write. A store has to pass all of them.
 *
 * @packageDocumentation
 */

export type { ContractCheck } from "./contract-case.ts";
export { type OpenStore, storeContract } from "./store-contract.ts";
