import sift from "sift";
import { freshLoop } from "../fresh.ts";
import { mongoQueries } from "./mongo-query.ts";
import type { Peer } from "./peer.ts";

export const siftPeer: Peer = {
  name: "sift",
  prepare({ id }) {
    const query = mongoQueries[id];
    if (query === undefined) return;
    const test = sift(query);
    return freshLoop((car) => test(car));
  },
};
