import { children, type Expression, parse, walk } from "../../src/language/syntax/index.ts";

/** Enough to reach the bottom of what the generator makes, and an end to what does not. */
const MOST_TRIES = 400;

/** The shortest formula found that still fails, made of the parts of one that does. */
export async function shrink(
  source: string,
  fails: (source: string) => Promise<boolean>,
): Promise<string> {
  let shortest = source;
  let tries = 0;
  for (let found = true; found; ) {
    found = false;
    for (const candidate of simpler(shortest)) {
      if (++tries > MOST_TRIES) return shortest;
      if (!(await fails(candidate))) continue;
      shortest = candidate;
      found = true;
      break;
    }
  }
  return shortest;
}

/** Shorter formulas made of a formula's parts, the shortest first. */
function simpler(source: string): readonly string[] {
  const parsed = parse(source);
  if (!parsed.ok) return [];
  const { root } = parsed.ast;
  const text = (node: Expression): string => source.slice(node.span.start, node.span.end);
  const made = new Set<string>();
  walk(root, (node) => {
    if (node !== root) made.add(text(node));
    const before = source.slice(0, node.span.start);
    const after = source.slice(node.span.end);
    const inner = children(node);
    for (const child of inner) made.add(`${before}(${text(child)})${after}`);
    for (const literal of ["1", '"a"', "TRUE()"]) made.add(before + literal + after);
    if (node.kind !== "call") return;
    for (const left of inner) {
      const others = inner.filter((argument) => argument !== left).map(text);
      made.add(`${before}${node.name}(${others.join(", ")})${after}`);
    }
  });
  return [...made]
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate.length < source.length)
    .sort((a, b) => a.length - b.length);
}
