import { type SumBytes, sumOf } from "../files/byte-sum.ts";
import { TimeSlice } from "../time-slice.ts";
import type { ScanPool } from "./scan-pool.ts";

/** Fewer bytes are not worth the way to a thread. */
const WORTH_SENDING = 1 << 20;
/** So many bytes are summed before others have their turn. */
const PIECE = 1 << 22;

/** Sums bytes in a thread, or in short stretches on the caller's if that has none or the bytes are few. */
export function summing(pool: ScanPool | undefined, signal: AbortSignal): SumBytes {
  const slice = new TimeSlice({ mayGoOn: () => signal.throwIfAborted(), clock: pool?.clock });
  return async (bytes, before) => {
    if (pool !== undefined && (bytes.length >= WORTH_SENDING || pool.isEager)) {
      const sum = await pool.ask({ kind: "sum", bytes, before }, signal);
      if (sum !== undefined) return sum;
    }
    let sum = before;
    for (let at = 0; at < bytes.length; at += PIECE) {
      sum = sumOf(bytes.subarray(at, at + PIECE), sum);
      if (slice.isDue()) await slice.turn();
    }
    return sum;
  };
}
