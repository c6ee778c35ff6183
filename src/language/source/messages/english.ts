import { ENGLISH_CHECK } from "./english-check.ts";
import { ENGLISH_SYNTAX } from "./english-syntax.ts";
import type { DiagnosticMessages } from "./messages.ts";

/** The texts of every diagnostic in English: the default catalogue. */
export const ENGLISH: DiagnosticMessages = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.assign({}, ENGLISH_SYNTAX, ENGLISH_CHECK),
);
