import type { Regex, RegexMatch } from "../../../../src/language/values/regex/index.ts";
import { compileProgram } from "../../../../src/language/values/regex/program.ts";
import {
  characterLength,
  isAnchorHeld,
  sideAfter,
  sideBefore,
} from "../../../../src/language/values/regex/text-boundary.ts";

interface Thread {
  readonly step: number;
  readonly slots: readonly number[];
}

/**
 * The search as RE2 does it: threads in order of preference traverse the text together, and of those that meet at a
 * step the preferred one continues. It determines the result of empty rounds of a repeat.
 */
export function pikeFind(regex: Regex, text: string): RegexMatch | undefined {
  const { steps, start, alphabet } = compileProgram(regex.root);
  let threads: Thread[] = [];
  let found:
    | { readonly start: number; readonly end: number; readonly slots: readonly number[] }
    | undefined;

  function add(
    list: Thread[],
    met: Set<number>,
    { step: number, slots }: Thread,
    position: number,
  ): void {
    const step = steps[number];
    if (step === undefined || met.has(number)) return;
    met.add(number);
    if (step.kind === "split") {
      add(list, met, { step: step.next, slots }, position);
      add(list, met, { step: step.other, slots }, position);
    } else if (step.kind === "save") {
      add(list, met, { step: step.next, slots: slots.with(step.slot, position) }, position);
    } else if (step.kind === "anchor") {
      if (isAnchorHeld(step.anchor, sideBefore(text, position), sideAfter(text, position))) {
        add(list, met, { step: step.next, slots }, position);
      }
    } else list.push({ step: number, slots });
  }

  const starts = regex.groupCount * 2;
  let met = new Set<number>();
  for (let position = 0; position <= text.length; position += characterLength(text, position)) {
    if (found === undefined) {
      const slots = [...Array.from({ length: starts }, () => -1), position];
      add(threads, met, { step: start, slots }, position);
    }
    const next: Thread[] = [];
    met = new Set();
    for (const { step: number, slots } of threads) {
      const step = steps[number];
      if (step?.kind === "match") {
        found = { start: slots[starts] ?? 0, end: position, slots };
        break;
      }
      const code = text.codePointAt(position);
      if (step?.kind !== "character" || code === undefined) continue;
      if (alphabet.holds(step.set, alphabet.classOf(code))) {
        add(next, met, { step: step.next, slots }, position + characterLength(text, position));
      }
    }
    threads = next;
  }
  if (found === undefined) return undefined;
  const { slots, ...positions } = found;
  const groups = Array.from({ length: regex.groupCount }, (_, index) => {
    const from = slots[index * 2] ?? -1;
    return from < 0 ? undefined : text.slice(from, slots[index * 2 + 1]);
  });
  return { ...positions, groups };
}
