import { SchemaError } from "../../../language/schema/index.ts";
import { problemText } from "../../../language/source/coded-problem.ts";
import { ENGLISH_DESCRIPTION } from "../../../language/source/messages/english-problems.ts";

/** The error for a description that cannot be read. */
export function invalidDescription(message: string): SchemaError {
  const found = { code: "invalid-description", data: { message } } as const;
  return new SchemaError([
    { ...found, message: problemText(found, ENGLISH_DESCRIPTION, undefined) },
  ]);
}
