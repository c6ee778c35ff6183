import type { byteSearch as ByteSearch } from "../../columns/wasm/byte-search.ts";
import type {
  vectorCount as VectorCount,
  vectorMark as VectorMark,
  vectorScan as VectorScan,
} from "../../columns/wasm/vector-loop.ts";

// The policy of the page forbids WebAssembly, so its loops are not loaded. Others take their place.

export const byteSearch: typeof ByteSearch = () => undefined;
export const vectorCount: typeof VectorCount = () => undefined;
export const vectorMark: typeof VectorMark = () => undefined;
export const vectorScan: typeof VectorScan = () => undefined;
