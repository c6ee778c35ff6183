import { ASCII } from "./alphabet.ts";
import { FOUND } from "./automaton.ts";
import type { StepCounter } from "./match-result.ts";
import type { Matcher } from "./matcher.ts";
import { Regex } from "./regex.ts";
import { characterLength, sideBefore } from "./text-boundary.ts";

/**
 * Whether the text has a match of the pattern. If there is a counter, JavaScript's own engine is not used, because its
 * steps cannot be counted.
 */
export function regexTest(regex: Regex, text: string, counter?: StepCounter): boolean {
  const matcher = Regex.matcherOf(regex);
  const native = counter === undefined ? matcher.nativeFor(text) : undefined;
  if (native !== undefined) {
    native.lastIndex = 0;
    return native.test(text);
  }
  const from = matcher.leading === "" ? 0 : text.indexOf(matcher.leading);
  return from >= 0 && hasMatch(matcher, text, from, counter);
}

/** Whether a match starts at or after a position. */
export function hasMatch(
  matcher: Matcher,
  text: string,
  from: number,
  counter: StepCounter | undefined,
): boolean {
  const automaton = matcher.forward;
  const { alphabet } = matcher.program;
  const { ascii } = alphabet;
  const { length } = text;
  const workBefore = automaton.work;
  let row = automaton.enter(sideBefore(text, from));
  let { table } = automaton;
  let transition = 0;
  let position = from;
  while (position < length && (transition & 1) === 0) {
    const unit = text.charCodeAt(position++);
    let column = 0;
    if (unit < ASCII) {
      /* v8 ignore next -- the index is in range */
      column = ascii[unit] ?? 0;
    } else {
      /* v8 ignore next -- the index is in range */
      column = alphabet.classOf(text.codePointAt(position - 1) ?? 0);
      position += characterLength(text, position - 1) - 1;
    }
    /* v8 ignore next -- the index is in range */
    transition = table[row + column] ?? 0;
    if (transition === 0) {
      transition = automaton.follow(row, column);
      table = automaton.table;
    }
    row = transition >> 1;
  }
  if ((transition & 1) === 0) {
    /* v8 ignore next -- the index is in range */
    const known = table[row + automaton.edge] ?? 0;
    transition = known === 0 ? automaton.follow(row, automaton.edge) : known;
  }
  if (counter !== undefined) counter.steps += position - from + automaton.work - workBefore;
  return transition === FOUND;
}
