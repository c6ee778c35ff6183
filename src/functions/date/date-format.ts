import { parseDateFormat } from "../../values/date/index.ts";
import { literal } from "../parameter.ts";

/** The format of DATETIME_FORMAT and DATETIME_PARSE. Every text is one: what is no token stands for itself. */
export const dateFormat = literal("format", (text) => ({
  ok: true,
  value: parseDateFormat(text),
}));
