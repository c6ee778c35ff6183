import { textOrEnglish } from "./catalogue-text.ts";
import type { Messages, ProblemMessages } from "./messages/messages.ts";
import type { ProblemCode, ProblemData } from "./messages/problem-data.ts";

/** A problem of one code. */
export interface ProblemOf<Code extends ProblemCode> {
  /** The code, which is stable. */
  readonly code: Code;
  /** The facts of the problem as plain JSON, from which a catalogue builds its text. */
  readonly data: ProblemData[Code];
  /** What is wrong, for the user. */
  readonly message: string;
}

/** A problem of one of several codes. */
export type ProblemOfCodes<Codes extends ProblemCode> = {
  [Code in Codes]: ProblemOf<Code>;
}[Codes];

/** A problem without its text, which a catalogue builds from the data. */
export type ProblemFinding<Codes extends ProblemCode = ProblemCode> = {
  [Code in Codes]: Omit<ProblemOf<Code>, "message">;
}[Codes];

/** The text of the catalogue for a problem, or the English one if the catalogue lacks it. */
export function problemText(
  { code, data }: ProblemFinding,
  english: Partial<ProblemMessages>,
  messages: Messages | undefined,
): string {
  return textOrEnglish<ProblemData, string, ProblemCode>(messages?.problems, english, code, data);
}
