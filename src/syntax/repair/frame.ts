import type { IToken } from "chevrotain";
import type { Separator } from "./segment.ts";

/** What is open while tokens are repaired, from the formula itself inwards. */
export interface Frame {
  /** `list`: what a mistake opened. Commas may stand in it, and it may be empty. */
  readonly kind: "formula" | "group" | "call" | "list";
  /** The parenthesis or bracket. */
  readonly opening: IToken | undefined;
  /** The name of the function before it. */
  readonly callee: IToken | undefined;
  /** The index of the first repaired token of the argument, or of what else is being read. */
  segmentStart: number;
  separators: Separator[];
  /** Semicolons that stood for commas. */
  readonly semicolons: IToken[];
  /** Whether a comma has been reported where none may stand. */
  strayComma: boolean;
  /** Whether a `?` has been reported, whose `:` is part of the same mistake. */
  conditional: boolean;
  /** Whether a `BETWEEN` has been reported, whose `AND` is part of the same mistake. */
  between: boolean;
}

export function openFrame(
  kind: Frame["kind"],
  segmentStart: number,
  opening?: IToken,
  callee?: IToken,
): Frame {
  return {
    kind,
    opening,
    callee,
    segmentStart,
    separators: [],
    semicolons: [],
    strayComma: false,
    conditional: false,
    between: false,
  };
}
