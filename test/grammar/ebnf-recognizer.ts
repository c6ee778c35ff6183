import type { Shape } from "../../grammar/tools/shape.ts";

type Rules = ReadonlyMap<string, Shape>;

/** Unicode's own names, which the grammar uses without rules. */
const CATEGORIES: Readonly<Record<string, RegExp>> = {
  Letter: /^\p{L}$/u,
  Mark: /^\p{M}$/u,
  Digit: /^\p{Nd}$/u,
};

interface Token {
  /** The names of the rules that it is one of, or itself where it is punctuation. */
  readonly names: ReadonlySet<string>;
}

/** Whether a text is a formula by a grammar alone: written to be obvious, not to be fast. */
export function isFormula(rules: Rules, text: string): boolean {
  const tokens = tokensOf(rules, [...text]);
  if (tokens === undefined) return false;
  const reference: Shape = { kind: "reference", name: "formula" };
  return endsAmongTokens(rules, reference, tokens, 0).has(tokens.length);
}

/** The longest token at each offset, what stands between tokens left out; nothing where none fits. */
function tokensOf(rules: Rules, text: readonly string[]): readonly Token[] | undefined {
  const kinds = tokenKinds(rules);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const between = longest(rules, { kind: "reference", name: "Between" }, text, at);
    let end = at;
    let names = new Set<string>();
    for (const [name, shape] of kinds) {
      const found = longest(rules, shape, text, at);
      if (found > end) names = new Set();
      if (found >= Math.max(end, at + 1)) names.add(name);
      end = Math.max(end, found);
    }
    if (between > at && between >= end) at = between;
    else if (end === at) return undefined;
    else {
      tokens.push({ names });
      at = end;
    }
  }
  return tokens;
}

/** What stands in the rules for expressions, whose names begin with a small letter, and is no such rule. */
function tokenKinds(rules: Rules): ReadonlyMap<string, Shape> {
  const kinds = new Map<string, Shape>();
  const collect = (shape: Shape): void => {
    if (shape.kind === "literal") kinds.set(shape.text, shape);
    else if (shape.kind === "reference" && /^[A-Z]/.test(shape.name)) kinds.set(shape.name, shape);
    else for (const inner of partsOf(shape)) collect(inner);
  };
  for (const [name, shape] of rules) if (/^[a-z]/.test(name)) collect(shape);
  return kinds;
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "sequence":
      return shape.items;
    case "choice":
      return shape.options;
    case "optional":
    case "repeat":
    case "not":
      return [shape.item];
    default:
      return [];
  }
}

function longest(rules: Rules, shape: Shape, text: readonly string[], at: number): number {
  return Math.max(at, ...endsOf(shape, at, (one, offset) => step(rules, one, text, offset)));
}

function endsAmongTokens(
  rules: Rules,
  shape: Shape,
  tokens: readonly Token[],
  at: number,
): ReadonlySet<number> {
  return endsOf(shape, at, (one, offset) => {
    const name = one.kind === "literal" ? one.text : one.kind === "reference" ? one.name : "";
    if (tokens[offset]?.names.has(name) === true) return new Set([offset + 1]);
    const rule = /^[a-z]/.test(name) && one.kind === "reference" ? rules.get(name) : undefined;
    return rule === undefined ? new Set() : endsAmongTokens(rules, rule, tokens, offset);
  });
}

type Step = (shape: Shape, at: number) => ReadonlySet<number>;

/** Every offset at which a shape may end that begins at a offset; `step` knows what is no combination of others. */
function endsOf(shape: Shape, at: number, step: Step): ReadonlySet<number> {
  switch (shape.kind) {
    case "sequence": {
      let offsets: ReadonlySet<number> = new Set([at]);
      for (const item of shape.items)
        offsets = union(offsets, (offset) => endsOf(item, offset, step));
      return offsets;
    }
    case "choice":
      return union(shape.options, (option) => endsOf(option, at, step));
    case "optional":
      return new Set([at, ...endsOf(shape.item, at, step)]);
    case "not":
      return endsOf(shape.item, at, step).size > 0 ? new Set() : new Set([at]);
    case "repeat": {
      const offsets = new Set(shape.least === 0 ? [at] : []);
      let reached: ReadonlySet<number> = endsOf(shape.item, at, step);
      while (reached.size > 0) {
        const fresh = [...reached].filter((offset) => !offsets.has(offset));
        for (const offset of fresh) offsets.add(offset);
        reached = union(fresh, (offset) => endsOf(shape.item, offset, step));
      }
      return offsets;
    }
    default:
      return step(shape, at);
  }
}

function step(
  rules: Rules,
  shape: Shape,
  text: readonly string[],
  at: number,
): ReadonlySet<number> {
  const character = text[at];
  switch (shape.kind) {
    case "literal": {
      const wanted = [...shape.text];
      const isThere = wanted.every((one, index) => text[at + index] === one);
      return isThere ? new Set([at + wanted.length]) : new Set();
    }
    case "set": {
      if (character === undefined) return new Set();
      const code = character.codePointAt(0) ?? 0;
      const isIn = shape.items.some(
        ([first, last]) =>
          (first.codePointAt(0) ?? 0) <= code && code <= (last.codePointAt(0) ?? 0),
      );
      const isChar = character !== "\0" && !/^\p{Cs}$/u.test(character);
      return isChar && isIn !== shape.negated ? new Set([at + 1]) : new Set();
    }
    case "reference": {
      const category = CATEGORIES[shape.name];
      if (category !== undefined)
        return category.test(character ?? "") ? new Set([at + 1]) : new Set();
      const rule = rules.get(shape.name);
      if (rule === undefined) throw new Error(`the grammar has no rule ${shape.name}`);
      return endsOf(rule, at, (one, offset) => step(rules, one, text, offset));
    }
    default:
      throw new Error(`${shape.kind} is a combination`);
  }
}

function union<T>(items: Iterable<T>, ends: (item: T) => ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set<number>();
  for (const item of items) for (const end of ends(item)) all.add(end);
  return all;
}
