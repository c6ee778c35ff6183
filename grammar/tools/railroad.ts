import { box, type Drawing, detour, escapeXml, fork, loop, row, track } from "./diagram.ts";
import { writeShape } from "./ebnf.ts";
import { syntaxRules, tokenRules } from "./grammar-rules.ts";
import type { Shape } from "./shape.ts";

const MARGIN = 20;
const TITLE_HEIGHT = 30;
const BETWEEN_RULES = 24;
const END = 20;

const STYLE = `
    svg { background: #ffffff; }
    path { fill: none; stroke: #4a5568; stroke-width: 2; }
    rect { stroke: #4a5568; stroke-width: 1.5; }
    rect.text { fill: #fdf3d7; }
    rect.rule { fill: #e3edf9; }
    rect.set { fill: #e9f5e6; }
    rect.page { fill: #ffffff; stroke: none; }
    text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1a202c; white-space: pre; }
    text.name { font-weight: bold; }
    a:hover rect { stroke-width: 2.5; }
  `;

/** The grammar as a railroad diagram in SVG, with one track for each rule. */
export function railroad(): string {
  const rules = [...syntaxRules(), ...tokenRules()];
  const names = new Set(rules.map(({ name }) => name));
  const drawn = rules.map(({ name, shape }) => ({ name, drawing: drawShape(shape, names) }));
  const width = Math.max(...drawn.map(({ drawing }) => drawing.width)) + 2 * (MARGIN + END);
  let top = MARGIN;
  const groups: string[] = [];
  for (const { name, drawing } of drawn) {
    const height = top + TITLE_HEIGHT + drawing.above;
    groups.push(
      `  <g id="${name}"><text class="name" x="${MARGIN}" y="${top + 14}">${escapeXml(name)}</text>${onTrack(drawing, height)}</g>`,
    );
    top = height + drawing.below + BETWEEN_RULES;
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
    "  <title>The grammar of formulas</title>",
    "  <desc>Generated from the parser by npm run gen. Rounded boxes are text as it is written, green ones a character of a set, square ones other rules.</desc>",
    `  <style>${STYLE}</style>`,
    `  <rect class="page" width="${width}" height="${top}"/>`,
    ...groups,
    "</svg>",
    "",
  ].join("\n");
}

/** A rule's drawing, with bars at both ends of its track. */
function onTrack(drawing: Drawing, y: number): string {
  const right = MARGIN + END + drawing.width;
  return (
    track(
      `M${MARGIN} ${y - 8}v16M${MARGIN} ${y}h${END}M${right} ${y}h${END}M${right + END} ${y - 8}v16`,
    ) + drawing.draw(MARGIN + END, y)
  );
}

/** Draws a shape; names of rules become links. */
function drawShape(shape: Shape, names: ReadonlySet<string>): Drawing {
  const draw = (inner: Shape): Drawing => drawShape(inner, names);
  switch (shape.kind) {
    case "literal":
      return box(shape.text, "text");
    case "reference":
      return box(shape.name, "rule", names.has(shape.name) ? shape.name : undefined);
    case "set":
      return box(writeShape(shape, "choice"), "set");
    case "not":
      return box(`not ${writeShape(shape.item, "choice")}`, "set");
    case "optional":
      return detour(draw(shape.item));
    case "repeat": {
      const repeated = loop(draw(shape.item), undefined);
      return shape.least === 0 ? detour(repeated) : repeated;
    }
    case "choice":
      return fork(shape.options.map(draw));
    case "sequence":
      return row(foldLoops(shape.items, draw));
  }
}

/** Draws `a ( s a )*` as an `a` with a track back through `s`. */
function foldLoops(items: readonly Shape[], draw: (shape: Shape) => Drawing): readonly Drawing[] {
  const drawings: Drawing[] = [];
  let index = 0;
  for (let item = items[index]; item !== undefined; item = items[index]) {
    const back = wayBack(item, items[index + 1]);
    drawings.push(
      back === undefined ? draw(item) : loop(draw(item), row(back.map(draw).reverse())),
    );
    index += back === undefined ? 1 : 2;
  }
  return drawings;
}

function wayBack(item: Shape, next: Shape | undefined): readonly Shape[] | undefined {
  if (next?.kind !== "repeat" || next.least !== 0 || next.item.kind !== "sequence")
    return undefined;
  const { items } = next.item;
  const isSame = JSON.stringify(items.at(-1)) === JSON.stringify(item);
  return isSame ? items.slice(0, -1) : undefined;
}
