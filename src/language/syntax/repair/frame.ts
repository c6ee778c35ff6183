import type { IToken } from "chevrotain";
import type { Separator } from "./segment.ts";

/** The state of an open part: its tokens since the last comma, and the mistakes that were reported in it. */
interface FrameState {
  /** The index of the first repaired token of the segment: an argument, the inside of a group, or the formula. */
  segmentStart: number;
  separators: Separator[];
  /** The semicolons that were written instead of commas. */
  readonly semicolons: IToken[];
  /** Whether there is a comma between arguments. */
  hasComma: boolean;
  /** Whether a misplaced comma has been reported. */
  strayComma: boolean;
  /** Whether a `?` has been reported, whose `:` is part of the same mistake. */
  conditional: boolean;
  /** Whether a `BETWEEN` has been reported, whose `AND` is part of the same mistake. */
  between: boolean;
}

/** The formula itself. */
export interface FormulaFrame extends FrameState {
  readonly kind: "formula";
}

/** A part that a parenthesis or a bracket opened. A `list` was opened by a mistake, so anything may follow. */
type FrameOpening =
  | { readonly kind: "group" | "list"; readonly outer: Frame; readonly opening: IToken }
  | {
      readonly kind: "call";
      readonly outer: Frame;
      readonly opening: IToken;
      /** The name of the function before the parenthesis. */
      readonly callee: IToken;
    };

export type OpenFrame = FrameOpening & FrameState;

/** The innermost open part; each one refers to the enclosing one. */
export type Frame = FormulaFrame | OpenFrame;

export function formulaFrame(): FormulaFrame {
  return { kind: "formula", ...stateFrom(0) };
}

export function openFrame(opened: FrameOpening, segmentStart: number): OpenFrame {
  return { ...opened, ...stateFrom(segmentStart) };
}

function stateFrom(segmentStart: number): FrameState {
  return {
    segmentStart,
    separators: [],
    semicolons: [],
    hasComma: false,
    strayComma: false,
    conditional: false,
    between: false,
  };
}
