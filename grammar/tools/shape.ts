/** The syntax that a grammar rule accepts, derived from the parser's rules or a token's pattern. */
export type Shape =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "set"; readonly negated: boolean; readonly items: readonly SetItem[] }
  | { readonly kind: "reference"; readonly name: string }
  | { readonly kind: "sequence"; readonly items: readonly Shape[] }
  | { readonly kind: "choice"; readonly options: readonly Shape[] }
  | { readonly kind: "optional"; readonly item: Shape }
  | { readonly kind: "repeat"; readonly item: Shape; readonly least: 0 | 1 }
  /** A negative look-ahead. */
  | { readonly kind: "not"; readonly item: Shape };

/** First and last character. */
export type SetItem = readonly [first: string, last: string];

export interface GrammarRule {
  readonly name: string;
  readonly shape: Shape;
}

/** A sequence; a single item is returned as is. */
export function sequence(items: readonly Shape[]): Shape {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: "sequence", items };
}

/** A choice; a single option is returned as is. */
export function choice(options: readonly Shape[]): Shape {
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

/** All strings that a shape accepts, if they are few. */
export function textsOf(shape: Shape): readonly string[] | undefined {
  switch (shape.kind) {
    case "literal":
      return [shape.text];
    case "set": {
      const isListed = !shape.negated && shape.items.every(([first, last]) => first === last);
      return isListed ? shape.items.map(([first]) => first) : undefined;
    }
    case "optional": {
      const inner = textsOf(shape.item);
      return inner === undefined ? undefined : ["", ...inner];
    }
    case "sequence":
      return textsOfSequence(shape.items);
    case "choice": {
      const texts: string[] = [];
      for (const option of shape.options) {
        const more = textsOf(option);
        if (more === undefined) return undefined;
        texts.push(...more);
      }
      return texts;
    }
    default:
      return undefined;
  }
}

function textsOfSequence([first, ...rest]: readonly Shape[]): readonly string[] | undefined {
  if (first === undefined) return [""];
  const after = textsOfSequence(rest);
  const texts = textsOf(first.kind === "not" ? first.item : first);
  if (texts === undefined || after === undefined) return undefined;
  return first.kind === "not"
    ? after.filter((text) => !texts.some((refused) => text.startsWith(refused)))
    : texts.flatMap((text) => after.map((more) => text + more));
}
