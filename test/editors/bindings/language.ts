import { createLanguage, serviceValues } from "../../../src/editors/assistance/index.ts";
import { defineSchema } from "../../../src/index.ts";
import { GERMAN } from "../../language/messages/german.ts";

const schema = defineSchema({
  country: "text",
  price: { type: "number", description: "In euros, <img src=x> and all." },
  sold: "boolean",
});

/** The language of the formulas in the editors that are tested. Values come from the server of the page. */
const OPTIONS = { schema, values: serviceValues("/cars") };
const LANGUAGE = createLanguage(OPTIONS);

/** The same language, with German texts if the address of the page asks for them. */
export function languageOf(asked: URLSearchParams): typeof LANGUAGE {
  return asked.has("german") ? createLanguage({ ...OPTIONS, messages: GERMAN }) : LANGUAGE;
}

export const RECORD = { country: "Italy", price: 3, sold: false };
