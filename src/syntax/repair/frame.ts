import type { IToken } from "chevrotain";
import type { Separator } from "./segment.ts";

/** What is read between two commas, or between parentheses, and what has been said of it. */
interface FrameState {
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

/** The formula itself. */
export interface FormulaFrame extends FrameState {
  readonly kind: "formula";
}

/** What a parenthesis or a bracket opened: `list` is what a mistake opened, in which anything may stand. */
type Opened =
  | { readonly kind: "group" | "list"; readonly outer: Frame; readonly opening: IToken }
  | {
      readonly kind: "call";
      readonly outer: Frame;
      readonly opening: IToken;
      /** The name of the function before the parenthesis. */
      readonly callee: IToken;
    };

export type OpenFrame = Opened & FrameState;

/** What is open while tokens are repaired, from the inside outwards. */
export type Frame = FormulaFrame | OpenFrame;

export function formulaFrame(): FormulaFrame {
  return { kind: "formula", ...stateFrom(0) };
}

export function openFrame(opened: Opened, segmentStart: number): OpenFrame {
  return { ...opened, ...stateFrom(segmentStart) };
}

function stateFrom(segmentStart: number): FrameState {
  return {
    segmentStart,
    separators: [],
    semicolons: [],
    strayComma: false,
    conditional: false,
    between: false,
  };
}
