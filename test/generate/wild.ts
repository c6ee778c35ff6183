import { LAST_DATE, MIN_DATE } from "../../src/language/values/date/index.ts";
import type { Tape } from "./tape.ts";

// Values that are in no list: what nobody thought of.

const LETTERS: readonly string[] = [
  ..."abAB 09.-e%_'\"\\\n\tàÉßİıſKσςΣﬁǄǅǆеЖあ漢😀𝒳𐐀𐐨\u0301\u200d\u00a0\ud7ff\ue000\ufffd\uffff\u{10ffff}",
];

export function wildText(tape: Tape): string {
  const length = tape.oneIn(8) ? tape.below(200) : tape.below(7);
  return Array.from({ length }, () =>
    tape.oneIn(6) ? anyCharacter(tape) : tape.pick(LETTERS),
  ).join("");
}

function anyCharacter(tape: Tape): string {
  const code = 1 + tape.below(tape.oneIn(2) ? 0x250 : 0xfffe);
  return code >= 0xd800 && code < 0xe000 ? "x" : String.fromCodePoint(code);
}

export function wildNumber(tape: Tape): number {
  const sign = tape.oneIn(3) ? -1 : 1;
  switch (tape.below(6)) {
    case 0:
      return sign * tape.below(3000);
    case 1:
      return (sign * tape.below(65_536)) / 10 ** tape.below(8);
    case 2:
      return sign * (tape.below(65_536) + 0.5);
    case 3:
      return sign * Math.floor(fraction(tape) * 2 ** (20 + tape.below(34)));
    case 4:
      return sign * fraction(tape) * 10 ** (tape.below(40) - 15);
    default:
      return anyDouble(tape);
  }
}

/** From 0 to below 1, with all bits. */
function fraction(tape: Tape): number {
  return (
    (tape.below(65_536) * 2 ** 32 + tape.below(65_536) * 2 ** 16 + tape.below(65_536)) / 2 ** 48
  );
}

/** Any bits that are a finite number. */
function anyDouble(tape: Tape): number {
  const view = new DataView(new ArrayBuffer(8));
  for (let byte = 0; byte < 8; byte++) view.setUint8(byte, tape.below(256));
  const value = view.getFloat64(0);
  return Number.isFinite(value) ? value : 0.1;
}

/** Milliseconds since 1970. */
export function wildDate(tape: Tape): number {
  const day = 86_400_000;
  const any = MIN_DATE + Math.floor(fraction(tape) * (LAST_DATE - MIN_DATE));
  switch (tape.below(4)) {
    case 0:
      return Math.max(Math.floor(any / day) * day, MIN_DATE);
    case 1:
      return Math.floor(any / day) * day + day - 1;
    default:
      return any;
  }
}
