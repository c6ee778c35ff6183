/*
 * The package `railroad-diagrams` needs a browser's global `document` and has no types, and Chevrotain's own diagrams
 * are a page that loads external scripts. This module writes a plain SVG file, identical on every machine.
 */

/** A part of a railroad diagram. The track runs through it from left to right at a constant height, which is 0. */
export interface Drawing {
  readonly width: number;
  /** The extent above and below the track. */
  readonly above: number;
  readonly below: number;
  /** Renders SVG, with the track entering at a position. */
  readonly draw: (x: number, y: number) => string;
}

export type BoxStyle = "text" | "rule" | "set";

const RADIUS = 10;
const GAP = 10;
const BOX_HEIGHT = 24;
const BOX_PADDING = 10;
/** The width of a character in the diagram's monospaced font. */
const CHARACTER_WIDTH = 8.4;

/** A box with text. The text is stretched to the width of the box, whatever the font. */
export function box(words: string, style: BoxStyle, target?: string): Drawing {
  const length = round([...words].length * CHARACTER_WIDTH);
  const width = length + 2 * BOX_PADDING;
  const corner = style === "rule" ? 0 : BOX_HEIGHT / 2;
  return {
    width,
    above: BOX_HEIGHT / 2,
    below: BOX_HEIGHT / 2,
    draw: (x, y) => {
      const frame = `<rect class="${style}" x="${x}" y="${y - BOX_HEIGHT / 2}" width="${width}" height="${BOX_HEIGHT}" rx="${corner}"/>`;
      const text = `<text x="${x + BOX_PADDING}" y="${y + 5}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`;
      return target === undefined ? frame + text : `<a href="#${target}">${frame}${text}</a>`;
    },
  };
}

/** Parts in sequence. */
export function row(parts: readonly Drawing[]): Drawing {
  return {
    width: sum(parts.map(({ width }) => width)) + GAP * Math.max(parts.length - 1, 0),
    above: Math.max(0, ...parts.map(({ above }) => above)),
    below: Math.max(0, ...parts.map(({ below }) => below)),
    draw: (x, y) => {
      let svg = "";
      let at = x;
      for (const [index, part] of parts.entries()) {
        if (index > 0) {
          svg += track(`M${at} ${y}h${GAP}`);
          at += GAP;
        }
        svg += part.draw(at, y);
        at += part.width;
      }
      return svg;
    },
  };
}

/** Alternatives: the first on the track, the others below it. */
export function fork(parts: readonly Drawing[]): Drawing {
  const inner = Math.max(...parts.map(({ width }) => width));
  const [first, ...others] = parts;
  if (first === undefined) throw new Error("a fork without branches");
  const depths: number[] = [];
  let depth = first.below;
  for (const other of others) {
    depth = Math.max(depth + GAP + other.above, 2 * RADIUS);
    depths.push(depth);
    depth += other.below;
  }
  return {
    width: inner + 4 * RADIUS,
    above: first.above,
    below: depth,
    draw: (x, y) => {
      let svg = centred(first, inner, x + 2 * RADIUS, y);
      svg += track(`M${x} ${y}h${2 * RADIUS}M${x + inner + 2 * RADIUS} ${y}h${2 * RADIUS}`);
      for (const [index, other] of others.entries()) {
        const down = depths[index] ?? 0;
        const straight = down - 2 * RADIUS;
        svg += track(`M${x} ${y}${turn(RADIUS, RADIUS, 1)}v${straight}${turn(RADIUS, RADIUS, 0)}`);
        svg += centred(other, inner, x + 2 * RADIUS, y + down);
        svg += track(
          `M${x + inner + 2 * RADIUS} ${y + down}${turn(RADIUS, -RADIUS, 0)}v${-straight}${turn(RADIUS, -RADIUS, 1)}`,
        );
      }
      return svg;
    },
  };
}

/** An optional part, with a bypass above it. */
export function detour(part: Drawing): Drawing {
  const height = Math.max(part.above + GAP, 2 * RADIUS);
  return {
    width: part.width + 4 * RADIUS,
    above: height,
    below: part.below,
    draw: (x, y) =>
      part.draw(x + 2 * RADIUS, y) +
      track(
        `M${x} ${y}h${2 * RADIUS}M${x + part.width + 2 * RADIUS} ${y}h${2 * RADIUS}` +
          `M${x} ${y}${turn(RADIUS, -RADIUS, 0)}v${2 * RADIUS - height}${turn(RADIUS, -RADIUS, 1)}h${part.width}` +
          `${turn(RADIUS, RADIUS, 1)}v${height - 2 * RADIUS}${turn(RADIUS, RADIUS, 0)}`,
      ),
  };
}

/** A repeatable part, with a track below it that leads back through another part. */
export function loop(part: Drawing, back: Drawing | undefined): Drawing {
  const inner = Math.max(part.width, back?.width ?? 0);
  const depth = Math.max(part.below + GAP + (back?.above ?? 0), 2 * RADIUS);
  return {
    width: inner + 2 * RADIUS,
    above: part.above,
    below: depth + (back?.below ?? 0),
    draw: (x, y) => {
      const left = x + RADIUS;
      const right = left + inner;
      const straight = depth - 2 * RADIUS;
      const around =
        `M${right} ${y}${turn(RADIUS, RADIUS, 1)}v${straight}${turn(-RADIUS, RADIUS, 1)}` +
        `M${left} ${y + depth}${turn(-RADIUS, -RADIUS, 1)}v${-straight}${turn(RADIUS, -RADIUS, 1)}`;
      const across =
        back === undefined
          ? track(`M${left} ${y + depth}h${inner}`)
          : centred(back, inner, left, y + depth);
      return (
        track(`M${x} ${y}h${RADIUS}M${right} ${y}h${RADIUS}${around}`) +
        centred(part, inner, left, y) +
        across
      );
    },
  };
}

/** A part centred in a width, with track on both sides. */
function centred(part: Drawing, width: number, x: number, y: number): string {
  const left = round((width - part.width) / 2);
  const right = round(width - part.width - left);
  const sides = track(`M${x} ${y}h${left}M${x + left + part.width} ${y}h${right}`);
  return width === part.width ? part.draw(x, y) : sides + part.draw(x + left, y);
}

/** A quarter of a circle. */
function turn(dx: number, dy: number, clockwise: 0 | 1): string {
  return `a${RADIUS} ${RADIUS} 0 0 ${clockwise} ${dx} ${dy}`;
}

export function track(path: string): string {
  return `<path d="${path}"/>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Rounds to integers, so that the file does not depend on how a runtime formats fractions. */
function round(value: number): number {
  return Math.round(value);
}
