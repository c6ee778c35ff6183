import { type ProblemFinding, problemText } from "../../language/source/coded-problem.ts";
import {
  ENGLISH_SCHEMA,
  ENGLISH_SCHEMA_FILE,
} from "../../language/source/messages/english-problems.ts";
import type { Messages } from "../../language/source/messages/messages.ts";
import type { ProblemCode } from "../../language/source/messages/problem-data.ts";

/** A problem in a schema file, with its span. */
export interface SchemaFileProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const ENGLISH = { ...ENGLISH_SCHEMA, ...ENGLISH_SCHEMA_FILE };

/** A problem in the text of a schema file, in the language of the catalogue. */
export function problemIn(
  text: string,
  found: ProblemFinding,
  messages: Messages | undefined,
): SchemaFileProblem {
  const message = problemText(found, ENGLISH, messages);
  return { code: found.code, message, ...nameSpan(found, text) };
}

/** The span of the name that a problem is about; the first character for other problems. */
function nameSpan(found: ProblemFinding, text: string): { start: number; end: number } {
  if (found.code === "malformed-schema-file") {
    // Node's message has the offset.
    const start = Number(/position (\d+)/.exec(found.data.reason)?.[1] ?? 0);
    return { start, end: start + 1 };
  }
  const name = JSON.stringify(nameIn(found));
  const start = text.indexOf(name);
  return start === -1 ? { start: 0, end: 1 } : { start, end: start + name.length };
}

/** The name of the field or of the property in a schema file that a problem is about. */
function nameIn({ code, data }: ProblemFinding): string {
  if (code === "unreadable-records") return "records";
  if (code === "duplicate-role") return data.fields[0];
  if ("field" in data && data.field !== undefined) return data.field;
  return "property" in data ? data.property : "";
}
