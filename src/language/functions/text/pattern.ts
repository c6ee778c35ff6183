import { parseRegex } from "../../values/regex/index.ts";
import { literal } from "../function-parameter.ts";

/** The pattern of the REGEX functions. */
export const pattern = literal("pattern", (source) => {
  const parsed = parseRegex(source);
  return parsed.ok ? { ok: true, value: parsed.regex } : parsed;
});
