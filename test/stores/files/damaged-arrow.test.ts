import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import {
  Dictionary,
  Field,
  Float64,
  Int32,
  List,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import { OWN_MEMORY } from "../../../src/columns/storage/memory.ts";
import { openArrow } from "../../../src/stores/files/read-arrow.ts";
import { readWholeArrow } from "../../../src/stores/files/whole-arrow.ts";
import { summing } from "../../../src/stores/scans/summing.ts";
import { StoreError } from "../../../src/stores/store.ts";
import { randomBytes } from "../../generate/random.ts";
import { countOf } from "../../harness/extent.ts";
import { NEVER } from "./read-all.ts";

const table = new Table({
  id: vectorFromArray(["a", "b", "long enough for a second word"], new Utf8()),
  kind: vectorFromArray(["x", null, "x"], new Dictionary(new Utf8(), new Int32())),
  n: vectorFromArray([1.5, null, 3], new Float64()),
  codes: vectorFromArray([["p", "q"], [], null], new List(new Field("item", new Utf8()))),
});
const CHANGES = [0x01, 0x80, 0xff];
const FORMS = ["file", "stream"] as const;

/** A file that is open, and counts what is read of it. */
class Handle {
  readonly fd = 0;
  readonly #bytes: Buffer;
  #place = 0;
  bytesRead = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get most(): number {
    return 3 * this.#bytes.length + 4096;
  }

  stat() {
    return Promise.resolve({ size: this.#bytes.length });
  }

  read(into: Uint8Array, at: number, length: number, from: number | null) {
    const start = from ?? this.#place;
    const bytesRead = this.#bytes.copy(into, at, start, start + length);
    if (from === null) this.#place += bytesRead;
    // A reading that brings nothing counts as well.
    this.bytesRead += bytesRead + 1;
    if (this.bytesRead > this.most) throw new Error("it is read again and again");
    return Promise.resolve({ bytesRead, buffer: into });
  }
}

/** Reads the columns as a whole, and the records one by one. Returns whether there was no error. */
async function readBoth(bytes: Uint8Array): Promise<boolean> {
  const [first, second] = [new Handle(bytes), new Handle(bytes)];
  // If this is an error of any kind, the records are read one by one.
  const file = first as unknown as FileHandle;
  const whole = readWholeArrow(file, "in", OWN_MEMORY, summing(undefined, NEVER), async () => 0);
  await whole.catch(() => undefined);
  const isWhole = await readRecordsOf(second);
  for (const { bytesRead, most } of [first, second]) expect(bytesRead).toBeLessThan(most);
  return isWhole;
}

async function readRecordsOf(handle: Handle): Promise<boolean> {
  try {
    const raw = await openArrow(handle as unknown as FileHandle, "in", NEVER);
    const schema = await raw.schema();
    for await (const batch of raw.read([...schema.fields.values()])) {
      expect(batch.columns.every((column) => column.length === batch.places.length)).toBe(true);
    }
  } catch (error) {
    // Whatever is damaged is an error of the data.
    if (!(error instanceof StoreError && error.code === "data")) throw error;
    return false;
  }
  return true;
}

describe.each(FORMS)("a damaged Arrow %s", (form) => {
  const whole = tableToIPC(table, form);
  const step = countOf(19, 5);

  it("is one in which any byte is another one", async () => {
    for (let at = 0; at < whole.length; at += step) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ (CHANGES[at % CHANGES.length] ?? 0);
      await readBoth(bytes);
    }
  });

  it("is one that is cut off anywhere", async () => {
    expect(await readBoth(whole)).toBe(true);
    for (let length = 0; length < whole.length; length += step) {
      expect(await readBoth(whole.subarray(0, length))).toBe(false);
    }
  });

  it("is one with any numbers in some places", async () => {
    const numbers = [0, 1, 4, 8, 255, 65_535, 1 << 20, 2 ** 30, 2 ** 31 - 1, -1, -8, -(2 ** 31)];
    const turns = countOf(300, 600);
    const draws = new DataView(randomBytes(16, 24 * turns).buffer);
    for (let turn = 0; turn < turns; turn++) {
      const bytes = whole.slice();
      const view = new DataView(bytes.buffer);
      for (let edit = 0; edit <= turn % 3; edit++) {
        const [place, number] = [0, 4].map((at) => draws.getUint32(24 * turn + 8 * edit + at));
        const chosen = numbers[(number ?? 0) % (numbers.length + 4)] ?? number ?? 0;
        view.setInt32(4 * ((place ?? 0) % (bytes.length >> 2)), chosen, true);
      }
      await readBoth(bytes);
    }
  });
});
