/** The approximate number of bins in a histogram. */
const BINS = 40;
/** The least width of a bin relative to its numbers: few doubles lie between closer edges. */
const NARROWEST = 1e-12;
/** Smaller steps are subnormal numbers with fewer digits. */
const LEAST_STEP = 1e-300;

/** Round edges of bins for numbers: from one that is not above the minimum to one above the maximum. */
export function numberEdges(least: number, most: number, isWhole: boolean): readonly number[] {
  const magnitude = Math.max(Math.abs(least), Math.abs(most));
  // Divides first: the difference of huge numbers would be infinite.
  const wanted = least === most ? magnitude / 10 : most / BINS - least / BINS;
  const narrowest = Math.max(magnitude * NARROWEST, LEAST_STEP, isWhole ? 1 : 0);
  const step = roundStep(magnitude === 0 ? 1 : Math.max(wanted, narrowest));
  let from = Math.floor(least / step);
  while (edgeAt(from, step) > least) from--;
  while (edgeAt(from + 1, step) <= least) from++;
  const edges = [edgeAt(from, step)];
  for (let next = from + 1; ; next++) {
    const edge = edgeAt(next, step);
    edges.push(edge);
    if (edge > most || edge >= Number.MAX_VALUE) return edges;
  }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = Math.floor(Math.log10(wanted));
  for (const digit of [1, 2, 5]) {
    const step = Number(`${digit}e${power}`);
    if (step >= wanted) return step;
  }
  return Math.min(Number(`1e${power + 1}`), Number.MAX_VALUE);
}

/** A multiple of a step, without rounding noise in its last digits, clamped to finite numbers. */
function edgeAt(times: number, step: number): number {
  const edge = Number((times * step).toPrecision(15));
  return Math.min(Math.max(edge, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}
