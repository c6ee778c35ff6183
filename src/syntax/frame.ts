import type { IToken } from "chevrotain";
import type { Separator } from "./segment.ts";

/** What is open while the tokens are repaired, from the formula itself inwards. */
export interface Frame {
  /** `list`: commas may stand in it although it is no call, because a mistake opened it. */
  readonly kind: "formula" | "group" | "call" | "list";
  /** The parenthesis or bracket, and the name of the function before it. */
  readonly opening?: IToken;
  readonly callee?: IToken;
  /** The index of the first repaired token of the argument, or of what else is being read. */
  segmentStart: number;
  separators: Separator[];
  /** Semicolons that stood for commas. */
  readonly semicolons: IToken[];
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
    ...(opening && { opening }),
    ...(callee && { callee }),
    segmentStart,
    separators: [],
    semicolons: [],
    conditional: false,
    between: false,
  };
}
