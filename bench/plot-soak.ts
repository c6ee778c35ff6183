import { heading, highlight, image, label, plain, round, rule } from "./svg.ts";

/** The state of a service at some time of a soak, and what happened since the sample before. */
export interface SoakSample {
  readonly minutes: number;
  /** In mebibytes. */
  readonly rss: number;
  readonly heap: number;
  readonly descriptors: number;
  /** How long one of a hundred requests waited for the event loop, and the longest time, in milliseconds. */
  readonly p99: number;
  readonly longest: number;
  /** The answers that the honest client got: right, refused with 429 or 503, and wrong. */
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
}

export interface SoakResult {
  readonly cars: number;
  readonly heapLimit: number;
  /** The share of each attack's connections, and how many attacks went on at once. */
  readonly share: number;
  readonly atOnce: number;
  readonly samples: readonly SoakSample[];
}

const width = 760;
const left = 64;
const right = 190;
const top = 64;
const panelHeight = 110;
const gap = 46;

interface Panel {
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    readonly colour: string;
    readonly of: (sample: SoakSample) => number;
  }[];
}

const PANELS: readonly Panel[] = [
  {
    title: "memory, MiB",
    lines: [
      { name: "of the process", colour: highlight, of: ({ rss }) => rss },
      { name: "heap", colour: plain, of: ({ heap }) => heap },
    ],
  },
  {
    title: "descriptors",
    lines: [{ name: "open", colour: highlight, of: ({ descriptors }) => descriptors }],
  },
  {
    title: "wait for the event loop, ms",
    lines: [
      { name: "longest", colour: plain, of: ({ longest }) => longest },
      { name: "99 of 100 below", colour: highlight, of: ({ p99 }) => p99 },
    ],
  },
  {
    title: "answers to the honest client",
    lines: [
      { name: "right", colour: plain, of: ({ right: count }) => count },
      { name: "refused", colour: highlight, of: ({ refused }) => refused },
    ],
  },
];

/** Memory, descriptors, event loop and honest answers of a service over the time of a soak. */
export function plotSoak({ cars, heapLimit, share, atOnce, samples }: SoakResult): string {
  const minutes = samples.at(-1)?.minutes ?? 0;
  const height = top + PANELS.length * (panelHeight + gap) + 24;
  const across = (at: number): number => left + (at / minutes) * (width - left - right);
  return image({ width, height }, `A service under attack for ${round(minutes)} minutes`, [
    ...heading(
      `A service under attack for ${Math.round(minutes)} minutes, beside honest clients`,
      `${cars.toLocaleString("en")} cars, a heap of ${heapLimit} MiB; ${atOnce} attacks at a time, each with ${share * 100} % of its connections.`,
    ),
    ...PANELS.flatMap((panel, index) =>
      drawPanel(panel, samples, across, top + 24 + index * (panelHeight + gap)),
    ),
    label(left, height - 6, "minutes"),
    ...[0, 0.25, 0.5, 0.75, 1].map((part) =>
      label(across(part * minutes), height - 22, `${round(part * minutes)}`, { anchor: "middle" }),
    ),
  ]);
}

function drawPanel(
  { title, lines }: Panel,
  samples: readonly SoakSample[],
  across: (minutes: number) => number,
  y: number,
): string[] {
  const most = Math.max(1, ...lines.flatMap(({ of }) => samples.map(of))) * 1.05;
  const up = (value: number): number => y + panelHeight - (value / most) * panelHeight;
  const ticks = [0, 0.5, 1].map((part) => tickBelow(most * part));
  return [
    label(left, y - 6, title, { weight: "600" }),
    ...ticks.flatMap((tick) => [
      `<line x1="${left}" x2="${width - right}" y1="${round(up(tick))}" y2="${round(up(tick))}" stroke="${rule}" stroke-opacity="0.35"/>`,
      label(left - 8, up(tick) + 4.5, `${tick}`, { anchor: "end" }),
    ]),
    ...lines.flatMap(({ name, colour, of }, index) => {
      const points = samples.map((one) => `${round(across(one.minutes))},${round(up(of(one)))}`);
      return [
        `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
        label(width - right + 12, y + 14 + index * 19, name, { fill: colour }),
      ];
    }),
  ];
}

/** The value with one digit that counts. */
function tickBelow(value: number): number {
  if (value < 1) return 0;
  const digit = 10 ** Math.floor(Math.log10(value));
  return Math.floor(value / digit) * digit;
}
