import type { CarFilter, FilterId } from "../filters.ts";
import type { Filtering } from "../fresh.ts";

export interface Peer {
  readonly name: string;
  /** A slow peer only gets every n-th car; its time is scaled. */
  readonly everyNth?: number;
  /** For a peer with its own language: the filter in that language, and its parser. */
  readonly language?: {
    readonly texts: Forms<string>;
    parse(text: string): unknown;
  };
  /** Compiles the filter in the best documented way; `undefined` if the peer cannot express it. */
  prepare(filter: CarFilter): Filtering | undefined;
}

/** The six filters in a peer's language; `undefined` for one that it cannot express. */
export type Forms<Form> = Readonly<Record<FilterId, Form | undefined>>;
