import { guard } from "@ucast/mongo2js";
import type { Car } from "../cars.ts";
import { freshLoop } from "../fresh.ts";
import { mongoQueries } from "./mongo-query.ts";
import type { Peer } from "./peer.ts";

export const ucast: Peer = {
  name: "@ucast/mongo2js",
  prepare({ id }) {
    const query = mongoQueries[id];
    if (query === undefined) return;
    const test = guard<Car>(query);
    return freshLoop((car) => test(car));
  },
};
