import { quote } from "../../../util/quote.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** The part of a group before its body, such as `(?<name>`. */
export interface GroupOpening {
  readonly captures: boolean;
  readonly name: string | undefined;
}

const named = /\(\?P?<([A-Za-z_]\w*)>/y;
const around = /\(\?<?[=!]/y;
const reference = /\(\?(?:P[=>]|[R&]|[+-]?\d)/y;
const badName = /\(\?(?:P?<|')/y;
const flags = /\(\?([a-z]+)[:)]/y;
const other = /\(\?.?/uy;

/** Reads the start of a group, from its `(` on. */
export function parseGroupOpening(reader: PatternReader): GroupOpening | undefined {
  const start = reader.position;
  if (reader.take("(?:")) return { captures: false, name: undefined };
  const name = reader.takeMatch(named)?.[1];
  if (name !== undefined) return { captures: true, name };
  if (reader.isAt("(?")) return reader.fail(explain(reader), start);
  reader.take("(");
  return { captures: true, name: undefined };
}

function explain(reader: PatternReader): string {
  if (reader.lookAt(around)) return "looking around is not supported: join two tests with AND";
  if (reader.lookAt(reference)) return "a reference to a group is not supported";
  if (reader.lookAt(badName)) return "a name has ASCII letters, digits and `_`: write `(?<name>…)`";
  /* v8 ignore next -- `other` is always found */
  const [group = "", flag] = reader.lookAt(flags) ?? reader.lookAt(other) ?? [];
  const text = quote(group);
  if (flag === undefined)
    return `${text} is not supported: write \`(?:\`, or \`\\(\` for a parenthesis`;
  if (/^[is]+$/.test(flag)) return `${text} belongs at the very start, for the whole pattern`;
  return `${text} is not supported: the flags are \`(?i)\`, \`(?s)\` and \`(?is)\``;
}
