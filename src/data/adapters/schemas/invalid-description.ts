import { SchemaError } from "../../../language/schema/index.ts";

/** The error for a description that cannot be read. */
export function invalidDescription(message: string): SchemaError {
  return new SchemaError([{ code: "invalid-description", data: { message }, message }]);
}
