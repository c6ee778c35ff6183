import type { PatternProblem } from "../../source/messages/pattern-problem.ts";
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

function explain(reader: PatternReader): PatternProblem {
  if (reader.lookAt(around)) return { kind: "look-around" };
  if (reader.lookAt(reference)) return { kind: "reference-to-group" };
  if (reader.lookAt(badName)) return { kind: "group-name" };
  /* v8 ignore next -- `other` always matches */
  const [written = "", flag] = reader.lookAt(flags) ?? reader.lookAt(other) ?? [];
  if (flag === undefined) return { kind: "group-start", written };
  return { kind: /^[is]+$/.test(flag) ? "flags-later" : "flags", written };
}
