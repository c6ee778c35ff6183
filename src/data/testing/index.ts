/**
 * For tests: the contract of stores that others write.
 *
 * @packageDocumentation
 */

export type { ContractCheck } from "./contract-case.ts";
export { type OpenStore, storeContract } from "./store-contract.ts";
