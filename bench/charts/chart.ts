import { axisX, gridX, type Markish, type PlotOptions, plot, text } from "@observablehq/plot";
import { parseHTML } from "linkedom";

// Medium tones, with contrast to both white and black: an image cannot know the page's colour.
export const GREY = "#6e7781";
export const HIGHLIGHT = "#d1570b";
export const PLAIN = "#4184c9";

export const GRID = { stroke: GREY, strokeOpacity: 0.3 };

const FONT = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

export interface Heading {
  readonly title: string;
  readonly below: string;
  /** The alternative text. */
  readonly words: string;
}

/** A chart as an SVG file, with its heading above. */
export function chart(
  { title, below, words }: Heading,
  { marks = [], ...options }: PlotOptions & { readonly marks?: readonly Markish[] },
): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const at = { frameAnchor: "top-left", textAnchor: "start", lineAnchor: "top" } as const;
  const left = options.marginLeft ?? 64;
  const svg = plot({
    ...options,
    document,
    ariaLabel: words,
    marginLeft: left,
    marginTop: 76,
    className: "chart",
    marks: [
      text([title], { ...at, dx: -left, dy: -72, fontSize: 15, fontWeight: 600 }),
      text([below], { ...at, dx: -left, dy: -50 }),
      ...marks,
    ],
  });
  svg.setAttribute("style", `font: 13px ${FONT}; color: ${GREY}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // One element per line, for readable diffs.
  return `${svg.outerHTML.replaceAll("><", ">\n<")}\n`;
}

/** A logarithmic axis of ratios with a label for every tick; by default, only some have one. */
export function ratioAxis(ticks: readonly number[]): Markish[] {
  return [
    gridX([...ticks], GRID),
    axisX([...ticks], { text: (tick: number) => `${tick}×`, label: null }),
  ];
}

/** Ticks at one, two and five times each power of ten. */
export function logTicks(lowest: number, highest: number): readonly number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(lowest)); 10 ** power <= highest; power++) {
    for (const digit of [1, 2, 5]) ticks.push(Number(`${digit}e${power}`));
  }
  return ticks.filter((tick) => tick >= lowest && tick <= highest);
}
