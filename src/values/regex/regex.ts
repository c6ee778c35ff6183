import { Matcher } from "./matcher.ts";
import type { RegexNode } from "./regex-node.ts";

/** A pattern that was understood. Only `parseRegex` makes one. */
export class Regex {
  readonly source: string;
  readonly root: RegexNode;
  /** As written; the tree has them worked in. */
  readonly flags: { readonly ignoreCase: boolean; readonly dotAll: boolean };
  readonly groupCount: number;
  #matcher: Matcher | undefined;

  constructor(
    source: string,
    root: RegexNode,
    ignoreCase: boolean,
    dotAll: boolean,
    groupCount: number,
  ) {
    this.source = source;
    this.root = root;
    this.flags = Object.freeze({ ignoreCase, dotAll });
    this.groupCount = groupCount;
    Object.freeze(this);
  }

  /** What runs the pattern: made at first use and kept, so that parsing stays cheap. */
  static matcherOf(regex: Regex): Matcher {
    regex.#matcher ??= new Matcher(regex.root, regex.groupCount);
    return regex.#matcher;
  }
}
