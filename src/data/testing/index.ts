/**
 * Contract tests for stores. A custom store must pass all of them.
 *
 * @packageDocumentation
 */

export type { ContractCheck } from "./contract-case.ts";
export { type OpenStore, storeContract } from "./store-contract.ts";
