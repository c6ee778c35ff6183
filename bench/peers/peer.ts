import type { CarFilter, FilterId } from "../filters.ts";
import type { Filtering } from "../fresh.ts";

export interface Peer {
  readonly name: string;
  /** A slow peer is given every n-th car only; its time is scaled. */
  readonly everyNth?: number;
  /** For a peer that has a language of its own: the filter in it, and what its parser makes of a text. */
  readonly language?: {
    readonly texts: Forms<string>;
    parse(text: string): unknown;
  };
  /** Compiles the filter in the best way that the peer documents; nothing when the peer cannot express it. */
  prepare(filter: CarFilter): Filtering | undefined;
}

/** The six filters as a peer writes them; `undefined` for one it has no words for. */
export type Forms<Form> = Readonly<Record<FilterId, Form | undefined>>;
