import { Query } from "mingo";
import type { Car } from "../cars.ts";
import { freshLoop } from "../fresh.ts";
import { mongoQueries } from "./mongo-query.ts";
import type { Forms, Peer } from "./peer.ts";

const queries: Forms<Readonly<Record<string, unknown>>> = {
  ...mongoQueries,
  F6: {
    $expr: {
      $gt: [{ $divide: [{ $add: ["$price", { $ifNull: ["$tax", 0] }] }, "$odometer"] }, 1],
    },
  },
};

export const mingo: Peer = {
  name: "mingo",
  everyNth: 10,
  prepare({ id }) {
    const form = queries[id];
    if (form === undefined) return;
    const query = new Query<Car>(form);
    return freshLoop((car) => query.test(car));
  },
};
