import { defineSchema } from "../../language/schema/index.ts";

/** The fields of the cars that {@link demoCars} makes. */
export const demoSchema = defineSchema({
  url: { type: "text", description: "The address of the listing." },
  vin: {
    type: "text",
    key: true,
    description: "The vehicle identification number, 17 characters, which identifies a listing.",
  },
  title: {
    type: "text",
    description:
      "Model and version, such as `Model 3 Long Range AWD`, and often a note of the dealer.",
  },
  country: { type: "text", description: "The English name of the country where the car is sold." },
  currency: {
    type: "text",
    description: "The currency of price and tax, three letters such as `EUR`.",
  },
  modelLetter: { type: "text", description: "The model: `3`, `S`, `X` or `Y`." },
  year: { type: "number", description: "The model year." },
  price: { type: "number", description: "What the dealer asks, tax included, in the currency." },
  tax: {
    type: "number",
    description:
      "The tax that is part of the price: 0 where none is due, blank where it is not known.",
  },
  odometer: {
    type: "number",
    description: "How far the car has gone, in the unit of the odometer.",
  },
  odometerType: { type: "text", description: "The unit of the odometer: `kms` or `miles`." },
  optionCodes: {
    type: "text",
    description:
      "The codes of the car's equipment, sorted and joined by commas, such as `AD15,AF00,APBS`.",
  },
  createdAt: { type: "date", role: "created", description: "When the listing was made." },
});
