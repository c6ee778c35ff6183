import { misuse } from "../../util/misuse.ts";

/** @throws `TypeError` unless the value is a parameter of a function. */
export function requireParameter(value: unknown, what: string): void {
  const isParameter = typeof value === "object" && value !== null && "presence" in value;
  if (!isParameter) throw misuse(what, 'a parameter, such as `parameter.text("name")`', value);
}
