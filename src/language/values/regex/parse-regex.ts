import { codePointOf } from "../../../util/code-point-of.ts";
import type { PatternProblem } from "../../source/messages/pattern-problem.ts";
import { withAllCases } from "./letter-cases.ts";
import { parseEscape } from "./parse-escape.ts";
import { parseGroupOpening } from "./parse-group.ts";
import { isAtQuantifier, parseQuantifier } from "./parse-quantifier.ts";
import { foldSet, parseSet } from "./parse-set.ts";
import { type PatternFailure, PatternReader } from "./pattern-reader.ts";
import { programSize } from "./program-size.ts";
import { Regex } from "./regex.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { RegexNode } from "./regex-node.ts";

/** A parsed pattern, or the mistake in it, with its offset in UTF-16 units. */
export type RegexResult =
  | { readonly ok: true; readonly regex: Regex }
  | { readonly ok: false; readonly problem: PatternProblem; readonly offset: number };

const TOO_LARGE: PatternProblem = { kind: "too-many-steps", most: REGEX_LIMITS.steps };

/** Parses a pattern. It never throws. The automaton is built when the pattern is first used. */
export function parseRegex(pattern: string): RegexResult {
  const parser = new PatternParser(pattern);
  const regex = parser.parse();
  return regex === undefined ? { ok: false, ...parser.failure } : { ok: true, regex };
}

class PatternParser {
  readonly #reader: PatternReader;
  readonly #names = new Set<string>();
  #groupCount = 0;
  #ignoreCase = false;
  #dotAll = false;

  constructor(source: string) {
    this.#reader = new PatternReader(source);
  }

  get failure(): PatternFailure {
    /* v8 ignore next -- every part that cannot be parsed records a failure */
    return this.#reader.failure ?? { problem: { kind: "not-understood" }, offset: 0 };
  }

  parse(): Regex | undefined {
    const { source } = this.#reader;
    if (source.length > REGEX_LIMITS.length) {
      const most = REGEX_LIMITS.length;
      return this.#reader.fail({ kind: "too-long", most }, most);
    }
    const foreign = /[\0\p{Cs}]/u.exec(source);
    if (foreign !== null) {
      const kind = foreign[0] === "\0" ? "nul-in-pattern" : "lone-half-character";
      return this.#reader.fail({ kind }, foreign.index);
    }
    const flags = this.#reader.takeMatch(/\(\?(i|s|is|si)\)/y)?.[1] ?? "";
    this.#ignoreCase = flags.includes("i");
    this.#dotAll = flags.includes("s");
    const root = this.#parseChoice(0);
    if (root === undefined) return undefined;
    if (!this.#reader.done) {
      return this.#reader.fail({ kind: "closes-nothing", written: ")" }, this.#reader.position);
    }
    if (programSize(root) > REGEX_LIMITS.steps) return this.#reader.fail(TOO_LARGE, 0);
    return new Regex(source, root, this.#ignoreCase, this.#dotAll, this.#groupCount);
  }

  #parseChoice(depth: number): RegexNode | undefined {
    const options: RegexNode[] = [];
    do {
      const option = this.#parseSequence(depth);
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.#reader.take("|"));
    const [first] = options;
    return options.length === 1 ? first : { kind: "choice", options };
  }

  #parseSequence(depth: number): RegexNode | undefined {
    const items: RegexNode[] = [];
    while (!(this.#reader.done || this.#reader.isAt("|") || this.#reader.isAt(")"))) {
      const item = this.#parseRepeated(depth);
      if (item === undefined) return undefined;
      append(items, item);
    }
    const [first] = items;
    return items.length === 1 ? first : { kind: "sequence", items };
  }

  #parseRepeated(depth: number): RegexNode | undefined {
    const body = this.#parsePart(depth);
    if (body === undefined || !isAtQuantifier(this.#reader)) return body;
    const start = this.#reader.position;
    const quantifier = parseQuantifier(this.#reader);
    if (quantifier === undefined) return undefined;
    const node: RegexNode = { kind: "repeat", body, ...quantifier };
    return programSize(node) > REGEX_LIMITS.steps ? this.#reader.fail(TOO_LARGE, start) : node;
  }

  #parsePart(depth: number): RegexNode | undefined {
    const reader = this.#reader;
    const start = reader.position;
    if (isAtQuantifier(reader)) {
      return reader.fail({ kind: "nothing-to-repeat", written: reader.takeCharacter() }, start);
    }
    if (reader.isAt("(")) return this.#parseGroup(depth);
    const character = reader.takeCharacter();
    switch (character) {
      case "[":
        return parseSet(reader, this.#ignoreCase);
      case "]":
      case "}":
        return reader.fail({ kind: "closes-nothing", written: character }, start);
      case "^":
        return { kind: "anchor", anchor: "start" };
      case "$":
        return { kind: "anchor", anchor: "end" };
      case ".":
        return { kind: "set", negated: true, ranges: this.#dotAll ? [] : [[0x0a, 0x0a]] };
      case "\\": {
        const escaped = parseEscape(reader);
        if (escaped?.kind === "character") return this.#literal(escaped.character);
        return escaped?.kind === "set" ? foldSet(escaped, this.#ignoreCase) : escaped;
      }
      default:
        return this.#literal(character);
    }
  }

  #literal(text: string): RegexNode {
    const code = codePointOf(text);
    const own = [[code, code]] as const;
    const ranges = this.#ignoreCase ? withAllCases(own) : own;
    return ranges === own ? { kind: "literal", text } : { kind: "set", negated: false, ranges };
  }

  #parseGroup(depth: number): RegexNode | undefined {
    const reader = this.#reader;
    const start = reader.position;
    if (depth === REGEX_LIMITS.depth) {
      return reader.fail({ kind: "too-deep", most: depth }, start);
    }
    const opening = parseGroupOpening(reader);
    if (opening === undefined) return undefined;
    const { captures, name } = opening;
    if (name !== undefined) {
      if (this.#names.has(name)) return reader.fail({ kind: "same-name", written: name }, start);
      this.#names.add(name);
    }
    if (captures) this.#groupCount++;
    const index = this.#groupCount;
    const body = this.#parseChoice(depth + 1);
    if (body === undefined) return undefined;
    if (!reader.take(")")) return reader.fail({ kind: "unclosed-group" }, start);
    return captures ? { kind: "group", index, name, body } : body;
  }
}

/** Appends an item. Adjacent literals are merged, so that the tree has whole words. */
function append(items: RegexNode[], item: RegexNode): void {
  const last = items.at(-1);
  if (item.kind === "sequence") for (const inner of item.items) append(items, inner);
  else if (item.kind === "literal" && last?.kind === "literal") {
    items[items.length - 1] = { kind: "literal", text: last.text + item.text };
  } else items.push(item);
}
