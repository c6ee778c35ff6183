// What is measured goes by these names, in reports, in the record and in charts.

/** What the package does for rows. */
export const ours = "isoform";
export const arrayFilterByHand = "rows.filter by hand";
export const loopByHand = "loop by hand";

export const ROW_NUMBERS = ", row numbers";
export const COUNT = ", count";
export const ownColumns = "isoform columns";
export const columnRows = `${ownColumns}${ROW_NUMBERS}`;
export const columnCount = `${ownColumns}${COUNT}`;
export const columnMask = `${ownColumns}, mask`;

/** A formula from its text to something that runs. */
export const WHOLE = "isoform: parse, check, compile";

export const limitOfVectors = "limit: sum in WebAssembly";
export const limitOfScript = "limit: sum in JavaScript";

export const ON_LOOP = "event loop";

export function threadsName(count: number): string {
  return count === 1 ? "1 thread" : `${count} threads`;
}
