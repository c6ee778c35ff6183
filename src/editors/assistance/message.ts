import type { Diagnostic } from "../../language/source/diagnostic.ts";

/** The message of a diagnostic with its help, on one line. */
export function messageOf({ message, help }: Diagnostic): string {
  return help === undefined ? message : `${message}; ${help}`;
}
