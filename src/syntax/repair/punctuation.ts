import type { IToken } from "chevrotain";
import { endOf } from "../lexer/token-span.ts";
import type { RepairState } from "./repair-state.ts";
import {
  emptyGroup,
  missingArgument,
  missingParentheses,
  strayComma,
  strayParenthesis,
} from "./syntax-diagnostics.ts";

/** A closing parenthesis, or the bracket that closes an opening one. */
export function readClosing(state: RepairState, token: IToken): void {
  const { kind, opening } = state.frame;
  if (opening === undefined) {
    state.reportUnlessQuiet(() => strayParenthesis(token));
    return;
  }
  if (state.wantsOperand) {
    const last = state.last();
    if (!state.segmentIsEmpty()) {
      state.operandMissingAfter(token.startOffset);
    } else if (state.isComma(last)) {
      state.reportUnlessQuiet(() => missingArgument(last));
      state.dropComma();
    } else if (kind === "group") {
      state.reportUnlessQuiet(() => emptyGroup(opening, token));
      state.hole(token.startOffset);
    }
  }
  state.close(token.startOffset, endOf(token));
  state.trust();
}

export function readComma(state: RepairState, token: IToken): void {
  const { frame } = state;
  const complete = !state.wantsOperand;
  if (frame.kind === "formula" || frame.kind === "group") {
    if (!frame.strayComma) state.reportUnlessQuiet(() => strayComma(token));
    frame.strayComma = true;
    if (!complete) state.hole(token.startOffset);
    state.separate("guess", token);
    return;
  }
  if (!complete && state.segmentIsEmpty()) {
    state.reportUnlessQuiet(() => missingArgument(token));
    state.doubt();
    state.hole(token.startOffset);
  } else if (!complete) {
    state.operandMissingAfter(token.startOffset);
  }
  state.nextArgument(token);
  if (complete) state.trust();
}

/** Closes what is still open when the tokens end. */
export function finish(state: RepairState, end: number, restIsLost: boolean): void {
  if (restIsLost) state.distrust();
  const unclosed: IToken[] = [];
  for (let { opening } = state.frame; opening !== undefined; { opening } = state.frame) {
    if (opening.image === "(") unclosed.unshift(opening);
    finishSegment(state, end);
    state.doubt();
    state.close(end, end);
  }
  finishSegment(state, end);
  state.closeSegment();
  if (unclosed.length > 0 && !restIsLost) {
    state.diagnostics.push(missingParentheses(unclosed, end));
  }
}

function finishSegment(state: RepairState, end: number): void {
  if (!state.wantsOperand) return;
  if (!state.segmentIsEmpty()) {
    state.operandMissingAfter(end);
  } else if (state.isComma(state.last())) {
    state.dropComma();
  } else if (state.frame.kind === "group" || state.frame.kind === "formula") {
    state.hole(end);
  }
}
