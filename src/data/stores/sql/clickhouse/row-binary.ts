import type { StorageName } from "../../../../backends/sql/table-mapping.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import { StoreError } from "../../store.ts";
import type { NewColumn } from "../new-table.ts";

/** Column types. Lists are not nullable: a missing list is stored as an empty one, which means the same. */
const TYPES: Readonly<Partial<Record<StorageName, string>>> = {
  text: "String",
  double: "Float64",
  boolean: "Bool",
  timestamp: "DateTime64(3, 'UTC')",
  array: "Array(String)",
};

export function typeOf({ storage, isKey }: NewColumn): string {
  const type = TYPES[storage];
  if (type === undefined) throw new StoreError("setup", `ClickHouse has no type for ${storage}`);
  return isKey || storage === "array" ? type : `Nullable(${type})`;
}

/** An encoder of the format RowBinary: from text formats, ClickHouse would not read every number exactly. */
export class RowBinary {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #size = 0;

  rows(columns: readonly NewColumn[], rows: readonly (readonly Plain[])[]): Buffer {
    for (const row of rows) {
      for (const [index, column] of columns.entries()) this.#cell(column, row[index] ?? null);
    }
    return this.#bytes.subarray(0, this.#size);
  }

  #cell({ storage, isKey }: NewColumn, value: Plain): void {
    if (storage === "array") {
      this.#list(Array.isArray(value) ? value : []);
      return;
    }
    if (!isKey) this.#byte(value === null ? 1 : 0);
    if (value === null) return;
    if (typeof value === "string") this.#text(value);
    else if (typeof value === "boolean") this.#byte(value ? 1 : 0);
    else if (typeof value === "number") this.#number(value, storage === "timestamp");
  }

  #list(list: readonly string[]): void {
    this.#count(list.length);
    for (const element of list) this.#text(element);
  }

  #number(value: number, isMoment: boolean): void {
    this.#room(8);
    if (isMoment) this.#bytes.writeBigInt64LE(BigInt(value), this.#size);
    else this.#bytes.writeDoubleLE(value, this.#size);
    this.#size += 8;
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#count(length);
    this.#room(length);
    this.#size += this.#bytes.write(text, this.#size);
  }

  /** LEB128 */
  #count(count: number): void {
    let rest = count;
    for (; rest >= 0x80; rest >>>= 7) this.#byte((rest & 0x7f) | 0x80);
    this.#byte(rest);
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.#size++] = byte;
  }

  #room(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + more));
    this.#bytes.copy(bytes, 0, 0, this.#size);
    this.#bytes = bytes;
  }
}
