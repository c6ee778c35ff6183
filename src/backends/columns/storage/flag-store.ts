import type { Column, ColumnStore, FlagColumn } from "./column.ts";
import { grow } from "./grow.ts";
import { ofKind } from "./of-kind.ts";

/** A column of booleans. */
export class FlagStore implements ColumnStore {
  #values = new Uint8Array(0);

  write(raw: readonly unknown[], count: number, at: number): void {
    this.#values = grow(this.#values, at + count);
    for (let index = 0; index < count; index++) {
      this.#values[at + index] = raw[index] === true ? 1 : 0;
    }
  }

  append(column: Column, count: number, at: number): void {
    const { values } = ofKind(column, "flags");
    this.#values = grow(this.#values, at + count);
    this.#values.set(values.subarray(0, count), at);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  read(_length: number): FlagColumn {
    return { kind: "flags", values: this.#values };
  }
}
