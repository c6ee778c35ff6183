import type { ColumnStore, FlagColumn } from "./column.ts";
import { grow } from "./grow.ts";

/** A column of booleans. */
export class FlagStore implements ColumnStore {
  #values = new Uint8Array(0);

  write(raw: readonly unknown[], count: number, at: number): void {
    this.#values = grow(this.#values, at + count);
    for (let index = 0; index < count; index++) {
      this.#values[at + index] = raw[index] === true ? 1 : 0;
    }
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  read(_length: number): FlagColumn {
    return { kind: "flags", values: this.#values };
  }
}
