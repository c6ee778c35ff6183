import type { Forms } from "./peer.ts";

export interface MongoQuery {
  readonly [key: string]: unknown;
}

/** The filters as MongoDB queries that all peers of this kind support; `F6` needs `$expr`, which few support. */
export const mongoQueries: Forms<MongoQuery> = {
  F1: { price: { $lt: 50000 } },
  F2: { country: "Italy", year: { $gte: 2020 } },
  F3: {
    country: "Italy",
    price: { $lt: 50000 },
    year: { $gte: 2020 },
    optionCodes: { $regex: /AD15/ },
    tax: { $ne: null },
  },
  F4: { title: { $regex: /Long Range/ }, optionCodes: { $regex: /AD15/ } },
  F5: {
    $or: [
      {
        $and: [
          { modelLetter: "3" },
          { $or: [{ year: { $gte: 2023 } }, { odometer: { $lt: 12000 } }] },
          { country: { $ne: "Spain" } },
          { price: { $lt: 42000 } },
        ],
      },
      {
        $and: [
          { $or: [{ country: "Italy" }, { country: "France" }] },
          { $nor: [{ price: { $gt: 90000 } }, { odometer: { $gt: 80000 } }] },
          { tax: { $gt: 5000 } },
        ],
      },
      { $and: [{ currency: { $ne: "EUR" } }, { year: { $lt: 2016 } }] },
    ],
  },
  F6: undefined,
};
