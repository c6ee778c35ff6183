/**
 * Contract tests for what others write: a store passes them, or it is not one.
 *
 * @packageDocumentation
 */

export type { ContractCheck } from "./contract.ts";
export { type OpenStore, storeContract } from "./store-contract.ts";
