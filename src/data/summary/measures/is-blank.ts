import { BLANK, type Encoded } from "../../../backends/evaluation/encoded-value.ts";

/** Whether an encoded value is blank, including the empty text and the empty list. */
export function isBlank(value: Encoded | undefined): boolean {
  return value === BLANK || value === "" || (typeof value === "object" && value?.length === 0);
}
