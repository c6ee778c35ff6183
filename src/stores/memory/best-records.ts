import type { OrderKey } from "../../sql/query/order.ts";
import type { StoreRecord } from "../store.ts";
import type { Pace } from "./pace.ts";
import { comparePlaces, compareRecords } from "./record-order.ts";
import { sortedPlaces } from "./sorted-places.ts";

/** So many more than asked for are gathered before they are sorted. */
const SPARE = 1024;

/** The first records of an order, from many that come in the order of the key: no more are held than are of use. */
export class BestRecords {
  readonly #keys: readonly OrderKey[];
  readonly #compare: (a: StoreRecord, b: StoreRecord) => number;
  readonly #most: number;
  readonly #pace: Pace;
  #records: StoreRecord[] = [];
  /** The last of those that are of use, where there are enough. */
  #last: StoreRecord | undefined;

  constructor(keys: readonly OrderKey[], most: number, pace: Pace) {
    this.#keys = keys;
    this.#compare = compareRecords(keys);
    this.#most = most;
    this.#pace = pace;
  }

  /** Answers whether it is time to `sort`. */
  add(records: readonly StoreRecord[]): boolean {
    const last = this.#last;
    for (const record of records) {
      // Of equals the one that came first goes first.
      if (last === undefined || this.#compare(record, last) < 0) this.#records.push(record);
    }
    return this.#records.length >= 2 * this.#most + SPARE;
  }

  /** The best of all so far, in order. */
  async sort(): Promise<readonly StoreRecord[]> {
    const records = this.#records;
    const compare = comparePlaces(this.#keys, records);
    const places = await sortedPlaces(records.length, compare, this.#pace);
    const sorted: StoreRecord[] = [];
    for (const place of places.subarray(0, this.#most)) {
      const record = records[place];
      if (record !== undefined) sorted.push(record);
    }
    this.#records = sorted;
    if (sorted.length === this.#most) this.#last = sorted.at(-1);
    return sorted;
  }
}
