import { Matcher } from "./matcher.ts";
import type { RegexNode } from "./regex-node.ts";

/** A parsed pattern. Only `parseRegex` creates one. */
export class Regex {
  readonly source: string;
  readonly root: RegexNode;
  /** The flags as written; the tree includes their effect. */
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

  /** The matcher of a pattern. It is built on first use, which keeps parsing cheap, and then cached. */
  static matcherOf(regex: Regex): Matcher {
    regex.#matcher ??= new Matcher(regex.root, regex.groupCount);
    return regex.#matcher;
  }
}
