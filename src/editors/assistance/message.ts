import type { Diagnostic } from "../../language/source/diagnostic.ts";

/** What editors show of a diagnostic, on one line. */
export function messageOf({ message, help }: Diagnostic): string {
  return help === undefined ? message : `${message}; ${help}`;
}
