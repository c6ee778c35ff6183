import { choice, type SetItem, type Shape, sequence } from "./shape.ts";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };
const CLASSES: Readonly<Record<string, readonly SetItem[]>> = {
  d: [["0", "9"]],
  w: [
    ["A", "Z"],
    ["a", "z"],
    ["0", "9"],
    ["_", "_"],
  ],
};

/** The shape of a token's pattern. Supports the subset of regular expressions that tokens use. */
export function shapeOfPattern(pattern: string | RegExp): Shape {
  if (typeof pattern === "string") return { kind: "literal", text: pattern };
  return new PatternReader(pattern.source).read();
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Shape {
    const shape = this.#choice();
    if (this.#at < this.#source.length) throw this.#notUnderstood();
    return shape;
  }

  #choice(): Shape {
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    return choice(options);
  }

  #sequence(): Shape {
    const items: Shape[] = [];
    while (this.#at < this.#source.length && !this.#sees("|") && !this.#sees(")")) {
      items.push(this.#repeated());
    }
    // A trailing look-ahead only keeps errors from being split into two tokens; it does not matter for valid formulas.
    while (items.at(-1)?.kind === "not") items.pop();
    return sequence(joinLiterals(items));
  }

  #repeated(): Shape {
    const item = this.#part();
    if (this.#take("*")) return { kind: "repeat", item, least: 0 };
    if (this.#take("+")) return { kind: "repeat", item, least: 1 };
    return this.#take("?") ? { kind: "optional", item } : item;
  }

  #part(): Shape {
    if (this.#take("(?:")) return this.#group();
    if (this.#take("(?!")) return { kind: "not", item: this.#group() };
    if (this.#take("[")) return this.#set();
    if (this.#sees("(")) throw this.#notUnderstood();
    const classItems = this.#class();
    if (classItems !== undefined) return { kind: "set", negated: false, items: classItems };
    return { kind: "literal", text: this.#character() };
  }

  #group(): Shape {
    const inside = this.#choice();
    if (!this.#take(")")) throw this.#notUnderstood();
    return inside;
  }

  #set(): Shape {
    if (this.#take("\\s\\S]")) return { kind: "reference", name: "Char" };
    const negated = this.#take("^");
    const items: SetItem[] = [];
    while (!this.#take("]")) {
      const classItems = this.#class();
      if (classItems !== undefined) {
        items.push(...classItems);
        continue;
      }
      const first = this.#character();
      const isRange = this.#sees("-") && !this.#sees("-]");
      items.push([first, isRange && this.#take("-") ? this.#character() : first]);
    }
    return { kind: "set", negated, items };
  }

  #class(): readonly SetItem[] | undefined {
    const items = this.#sees("\\") ? CLASSES[this.#source.charAt(this.#at + 1)] : undefined;
    if (items !== undefined) this.#at += 2;
    return items;
  }

  #character(): string {
    if (this.#at >= this.#source.length) throw this.#notUnderstood();
    const unicode = /^\\u([\da-f]{4})/i.exec(this.#source.slice(this.#at, this.#at + 6))?.[1];
    if (unicode !== undefined) {
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(unicode, 16));
    }
    const isEscaped = this.#take("\\");
    const character = this.#source.charAt(this.#at++);
    if (!isEscaped) return character;
    const control = ESCAPES[character];
    if (control === undefined && /\w/.test(character)) throw this.#notUnderstood();
    return control ?? character;
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  #notUnderstood(): Error {
    return new Error(`the pattern ${this.#source} is not understood at ${this.#at}`);
  }
}

function joinLiterals(items: readonly Shape[]): readonly Shape[] {
  const joined: Shape[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === "literal" && last?.kind === "literal") {
      joined[joined.length - 1] = { kind: "literal", text: last.text + item.text };
    } else joined.push(item);
  }
  return joined;
}
