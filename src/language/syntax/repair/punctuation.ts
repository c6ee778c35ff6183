import type { IToken } from "chevrotain";
import { endOf } from "../lexer/token-span.ts";
import {
  emptyGroup,
  missingArgument,
  missingParentheses,
  strayComma,
  strayParenthesis,
} from "./misplaced-tokens.ts";
import type { RepairState } from "./repair-state.ts";

/** Reads a closing parenthesis, or a bracket that closes an opening one. */
export function readClosing(state: RepairState, token: IToken): void {
  const { frame } = state;
  if (frame.kind === "formula") {
    state.reportRun(strayParenthesis(token, state.quiet || state.findings.length === 0));
    return;
  }
  if (state.wantsOperand) {
    const last = state.last();
    if (!state.segmentIsEmpty()) {
      state.operandMissingAfter(token.startOffset);
    } else if (state.isComma(last)) {
      state.reportUnlessQuiet(() => missingArgument(last, true));
      state.dropComma();
    } else if (frame.kind === "group") {
      state.reportUnlessQuiet(() => emptyGroup(frame.opening, token));
      state.hole(token.startOffset);
    }
  }
  state.close(frame, token.startOffset, endOf(token));
  state.trust();
}

export function readComma(state: RepairState, token: IToken): void {
  const { frame } = state;
  const missing = state.wantsOperand;
  if (frame.kind === "formula" || frame.kind === "group") {
    if (!frame.strayComma) state.reportUnlessQuiet(() => strayComma(token));
    frame.strayComma = true;
    if (missing) state.hole(token.startOffset);
    state.separate("guess", token);
    return;
  }
  if (missing && state.segmentIsEmpty()) {
    const isOptional = frame.kind === "call" && CONDITIONS.has(frame.callee.image.toUpperCase());
    state.reportRun(missingArgument(token, isOptional));
    state.doubt();
    state.hole(token.startOffset);
    state.nextArgument(token);
    return;
  }
  if (missing) state.operandMissingAfter(token.startOffset);
  state.nextArgument(token);
  state.trust();
}

/** Functions of any number of conditions, where a missing one is not meant as blank. */
const CONDITIONS = new Set(["AND", "OR", "XOR"]);

/** Closes all parts that are still open at the end. */
export function finish(state: RepairState, end: number, restIsLost: boolean): void {
  if (restIsLost) state.distrust();
  const unclosed: IToken[] = [];
  for (let { frame } = state; frame.kind !== "formula"; frame = frame.outer) {
    if (frame.opening.image === "(") unclosed.unshift(frame.opening);
    finishSegment(state, end);
    state.doubt();
    state.close(frame, end, end);
  }
  finishSegment(state, end);
  state.closeSegment();
  if (unclosed.length > 0 && !restIsLost) {
    state.findings.push(missingParentheses(unclosed, end));
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
