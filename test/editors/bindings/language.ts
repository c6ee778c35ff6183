import { createLanguage, serviceValues } from "../../../src/editors/assistance/index.ts";
import { defineSchema } from "../../../src/index.ts";

const schema = defineSchema({
  country: "text",
  price: { type: "number", description: "In euros, <img src=x> and all." },
  sold: "boolean",
});

/** The language of the formulas in the editors that are tested. Values come from the server of the page. */
export const LANGUAGE = createLanguage({ schema, values: serviceValues("/cars") });

export const RECORD = { country: "Italy", price: 3, sold: false };
