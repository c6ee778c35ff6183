import type { byteSearch as ByteSearch } from "../../../backends/columns/wasm/byte-search.ts";

// The policy of the page forbids WebAssembly and code from strings, so what makes them is not loaded. This takes its place.

export const byteSearch: typeof ByteSearch = () => undefined;
export const mayGenerate = (): boolean => false;
export const generateFilter = (): undefined => undefined;
export const vectorScan = (): undefined => undefined;
export const vectorCount = (): undefined => undefined;
export const vectorMark = (): undefined => undefined;

// Nobody calls these where no code may be generated.
export const generatedFill = refuse;
export const branchlessFinder = refuse;
export const generatedFinder = refuse;

function refuse(): never {
  throw new Error("the policy of this page forbids generated code");
}
