import { parseRegex } from "../../values/regex/index.ts";
import { literal } from "../function-parameter.ts";

/** The pattern of the REGEX functions. */
export const pattern = literal("pattern", (source) => {
  const parsed = parseRegex(source);
  if (parsed.ok) return { ok: true, value: parsed.regex };
  const { problem, offset } = parsed;
  return { ok: false, mistake: { reason: "pattern", problem, offset } };
});
