/**
 * For tests: the contract of stores that others write, and the reference evaluator of formulas.
 *
 * @packageDocumentation
 */

export type { ContractCheck } from "./contract-case.ts";
export { evaluateByReference } from "./evaluate-by-reference.ts";
export { type OpenStore, storeContract } from "./store-contract.ts";
