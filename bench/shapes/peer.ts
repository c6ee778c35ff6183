import type { Started } from "../../test/engines/engine.ts";
import type { DrawnShape } from "./draw.ts";
import type { Table } from "./tables.ts";

/** Another single-threaded engine that holds the tables. */
interface Peer {
  readonly version: string;
  /** `undefined` if the peer cannot decide the whole formula. */
  ask(shape: DrawnShape): Promise<Question | undefined>;
  close(): Promise<void>;
}

/** A formula in the form of a peer. */
export interface Question {
  count(): number | Promise<number>;
  /** The row numbers, ascending, if the peer can return them cheaply. */
  rows?(): ArrayLike<number>;
}

export type StartPeer = (tables: readonly Table[]) => Promise<Started<Peer>>;

export interface PeerFigures {
  readonly table: Table["name"];
  readonly formula: string;
  /** The ratio of columns, which return row numbers, to the peer, which only counts. */
  readonly columns: number;
}

export interface PeerResult {
  readonly version: string;
  readonly shapes: readonly PeerFigures[];
}

/** The results, with the peers that could be started. */
export interface PeerResults {
  readonly duckdb?: PeerResult;
  readonly polars?: PeerResult;
}
