import { parseDateFormat } from "../../values/date/index.ts";
import { literal } from "../parameter.ts";

/** The format of DATETIME_FORMAT and DATETIME_PARSE. Any text is valid: a part that is not a token is literal text. */
export const dateFormat = literal("format", (text) => ({
  ok: true,
  value: parseDateFormat(text),
}));
