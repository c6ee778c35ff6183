import { cel } from "./cel.ts";
import { filtrex } from "./filtrex.ts";
import { jexlPeer } from "./jexl.ts";
import { jsonLogicEngine } from "./json-logic.ts";
import { mingo } from "./mingo.ts";
import type { Peer } from "./peer.ts";
import { siftPeer } from "./sift.ts";
import { ucast } from "./ucast.ts";

export const peers: readonly Peer[] = [
  jsonLogicEngine,
  ucast,
  filtrex,
  cel,
  siftPeer,
  mingo,
  jexlPeer,
];
