/** About how many bins a histogram has. */
const BINS = 40;
/** A bin is at least so wide, compared with the numbers in it: closer ones are told apart by few. */
const NARROWEST = 1e-12;
/** Smaller steps would be written with fewer digits than they have. */
const LEAST_STEP = 1e-300;

/** The bounds of bins for numbers: round ones, from one that is not above the least to one that is above the most. */
export function numberEdges(least: number, most: number, isWhole: boolean): readonly number[] {
  const magnitude = Math.max(Math.abs(least), Math.abs(most));
  // The difference of huge numbers would not be finite.
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

/** The next 1, 2 or 5 with zeros. */
function roundStep(wanted: number): number {
  const power = Math.floor(Math.log10(wanted));
  for (const digit of [1, 2, 5]) {
    const step = Number(`${digit}e${power}`);
    if (step >= wanted) return step;
  }
  return Math.min(Number(`1e${power + 1}`), Number.MAX_VALUE);
}

/** A multiple without the noise of its last digits, within the range of numbers. */
function edgeAt(times: number, step: number): number {
  const edge = Number((times * step).toPrecision(15));
  return Math.min(Math.max(edge, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}
