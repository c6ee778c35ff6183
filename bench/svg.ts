// Tones in the middle, which stand out from white and from black alike: an image cannot know the page's colour.
export const text = "#6e7781";
export const rule = "#8c959f";
export const highlight = "#d1570b";
export const plain = "#4184c9";

export const lineHeight = 19;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An image that says in words what it shows. */
export function image({ width, height }: Size, words: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(words)}" font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" fill="${text}">`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

export function heading(title: string, below: string): string[] {
  return [label(0, 18, title, { weight: "600", size: 15 }), label(0, 18 + lineHeight, below)];
}

interface LabelStyle {
  readonly anchor?: "start" | "middle" | "end";
  readonly weight?: string;
  readonly size?: number;
  readonly fill?: string;
}

export function label(x: number, y: number, content: string, style: LabelStyle = {}): string {
  const attributes = [
    style.anchor === undefined ? "" : ` text-anchor="${style.anchor}"`,
    style.weight === undefined ? "" : ` font-weight="${style.weight}"`,
    style.size === undefined ? "" : ` font-size="${style.size}"`,
    style.fill === undefined ? "" : ` fill="${style.fill}"`,
  ].join("");
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escapeText(content)}</text>`;
}

export interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** Logarithmic, from one place of the image to another; ticks at one, two and five of each power of ten. */
export function logScale(
  [lowest, highest]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(lowest)); 10 ** power <= highest; power++) {
    // A negative power of ten is not exact, its quotient is the number as it is written.
    for (const digit of [1, 2, 5])
      ticks.push(power < 0 ? digit / 10 ** -power : digit * 10 ** power);
  }
  const span = Math.log(highest / lowest);
  return {
    ticks: ticks.filter((tick) => tick >= lowest && tick <= highest),
    at: (value) => from + (Math.log(value / lowest) / span) * (to - from),
  };
}

export function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
