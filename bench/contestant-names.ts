// The names of contestants in reports, in the record and in charts.

/** The package, on rows. */
export const ours = "isoform";
export const arrayFilterByHand = "rows.filter by hand";
export const loopByHand = "loop by hand";

export const ROW_NUMBERS = ", row numbers";
export const COUNT = ", count";
export const ownColumns = "isoform columns";
export const columnRows = `${ownColumns}${ROW_NUMBERS}`;
export const columnCount = `${ownColumns}${COUNT}`;
export const columnMask = `${ownColumns}, mask`;

/** The whole compilation of a formula. */
export const WHOLE = "isoform: parse, check, compile";

export const limitOfVectors = "limit: sum in WebAssembly";
export const limitOfScript = "limit: sum in JavaScript";

export const ON_LOOP = "event loop";

export function threadsName(count: number): string {
  return count === 1 ? "1 thread" : `${count} threads`;
}
