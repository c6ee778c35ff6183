import type { Started } from "../../test/engines/engine.ts";
import type { DrawnShape } from "./draw.ts";
import type { Table } from "./tables.ts";

/** Another engine, which holds the tables and computes on one thread. */
interface Peer {
  readonly version: string;
  /** `undefined` if the peer cannot decide the formula by itself. */
  ask(shape: DrawnShape): Promise<Question | undefined>;
  close(): Promise<void>;
}

/** A formula as a peer is asked for it. */
export interface Question {
  count(): number | Promise<number>;
  /** The numbers of the rows, ascending, if the peer hands them over at no great cost. */
  rows?(): ArrayLike<number>;
}

export type StartPeer = (tables: readonly Table[]) => Promise<Started<Peer>>;

export interface PeerFigures {
  readonly table: Table["name"];
  readonly formula: string;
  /** Columns, with the numbers of the rows, to the peer, which only counts them. */
  readonly columns: number;
}

export interface PeerResult {
  readonly version: string;
  readonly shapes: readonly PeerFigures[];
}

/** What the peers that started were measured with. */
export interface PeerResults {
  readonly duckdb?: PeerResult;
  readonly polars?: PeerResult;
}
