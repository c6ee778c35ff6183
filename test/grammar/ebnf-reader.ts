import {
  choice,
  type GrammarRule,
  type SetItem,
  type Shape,
  sequence,
} from "../../grammar/tools/shape.ts";

const TOKEN =
  /\s*(?:"([^"]*)"|'([^']*)'|\[(\^?)([^\]]*)\]|([A-Za-z]+)|([()|?*+])|\/\* but not "([^"]*)" \*\/)/y;

/** The rules of a grammar that is written as `isoform.ebnf` is. */
export function readEbnf(text: string): ReadonlyMap<string, Shape> {
  const withoutComments = text.replaceAll(/^\/\*[\s\S]*?\*\//gm, "");
  const rules = withoutComments.split(/^(?=\w+ +::= )/m).flatMap((part): GrammarRule[] => {
    const [, name, body] = /^(\w+) +::= ([\s\S]*)$/.exec(part.trim()) ?? [];
    return name === undefined || body === undefined ? [] : [{ name, shape: readShape(body) }];
  });
  return new Map(rules.map(({ name, shape }) => [name, shape]));
}

function readShape(source: string): Shape {
  let at = 0;

  function look(): RegExpExecArray | undefined {
    TOKEN.lastIndex = at;
    return TOKEN.exec(source) ?? undefined;
  }

  function take(sign: string): boolean {
    const found = look();
    if (found?.[6] !== sign) return false;
    at = TOKEN.lastIndex;
    return true;
  }

  function options(): Shape {
    const found = [items()];
    while (take("|")) found.push(items());
    return choice(found);
  }

  function items(): Shape {
    const found: Shape[] = [];
    for (let item = repeated(); item !== undefined; item = repeated()) found.push(item);
    return sequence(found);
  }

  function repeated(): Shape | undefined {
    const item = part();
    if (item === undefined) return undefined;
    if (take("?")) return { kind: "optional", item };
    if (take("*")) return { kind: "repeat", item, least: 0 };
    return take("+") ? { kind: "repeat", item, least: 1 } : item;
  }

  function part(): Shape | undefined {
    const found = look();
    if (found === undefined) return undefined;
    const [, double, single, negated, set, name, sign, refused] = found;
    if (sign !== undefined && sign !== "(") return undefined;
    at = TOKEN.lastIndex;
    const text = double ?? single;
    if (text !== undefined) return { kind: "literal", text };
    if (set !== undefined) return { kind: "set", negated: negated === "^", items: readItems(set) };
    if (name !== undefined) return { kind: "reference", name };
    if (refused !== undefined) return { kind: "not", item: { kind: "literal", text: refused } };
    const inside = options();
    if (!take(")")) throw new Error(`a parenthesis is open in ${source}`);
    return inside;
  }

  const shape = options();
  if (source.slice(at).trim() !== "") throw new Error(`${source} is not understood at ${at}`);
  return shape;
}

function readItems(set: string): readonly SetItem[] {
  const characters = [...set.matchAll(/#x([\dA-F]+)|-(?=.)|[\s\S]/gu)];
  const items: SetItem[] = [];
  for (let index = 0; index < characters.length; index++) {
    const first = characterOf(characters[index]);
    const isRange = characters[index + 1]?.[0] === "-" && index + 2 < characters.length;
    if (isRange) index += 2;
    items.push([first, isRange ? characterOf(characters[index]) : first]);
  }
  return items;
}

function characterOf(found: RegExpMatchArray | undefined): string {
  const code = found?.[1];
  return code === undefined ? (found?.[0] ?? "") : String.fromCodePoint(Number.parseInt(code, 16));
}
