import { describe, expect, it } from "vitest";
import { FreeList } from "../../../src/backends/columns/wasm/free-list.ts";
import { randomBytes } from "../../generate/random.ts";

const BEGIN = 1_000;

/** A memory that can grow to `most` bytes, and its current size. */
function roomIn(most: number): { readonly room: FreeList; readonly size: () => number } {
  let size = BEGIN;
  const room = new FreeList(BEGIN, (end) => {
    if (end > most) return false;
    size = Math.max(size, end);
    return true;
  });
  return { room, size: () => size };
}

describe("the free list of memory for columns", () => {
  it("never hands out the same bytes twice at a time", () => {
    const { room } = roomIn(1e6);
    const taken: { offset: number; size: number }[] = [];
    let isApart = true;
    for (const byte of randomBytes(3, 4_000)) {
      const given =
        byte % 3 === 0 ? taken.splice(byte % Math.max(taken.length, 1), 1)[0] : undefined;
      if (given !== undefined) room.give(given.offset);
      else {
        const size = byte * 7 + 1;
        const offset = room.take(size);
        if (offset !== undefined) taken.push({ offset, size });
      }
      const sorted = taken.toSorted((a, b) => a.offset - b.offset);
      isApart &&= sorted.every(({ offset }, index) => {
        const before = sorted[index - 1];
        return offset >= (before === undefined ? BEGIN : before.offset + before.size);
      });
    }
    expect(isApart).toBe(true);
    expect(taken.length).toBeGreaterThan(100);
  });

  it("merges freed ranges, in any order, into one", () => {
    const { room, size } = roomIn(1e6);
    const parts = [300, 100, 200, 400].map((bytes) => room.take(bytes) ?? 0);
    const full = size();
    for (const index of [2, 0, 3, 1]) room.give(parts[index] ?? 0);
    expect(room.taken).toBe(0);
    expect(room.take(full - BEGIN)).toBe(BEGIN);
    expect(size()).toBe(full);
  });

  it("refuses what the memory cannot grow to, and still serves less", () => {
    const { room } = roomIn(BEGIN + 512);
    expect(room.take(513)).toBeUndefined();
    expect(room.take(512)).toBe(BEGIN);
    expect(room.take(1)).toBeUndefined();
    room.give(BEGIN);
    expect(room.take(64)).toBe(BEGIN);
    expect(room.take(64)).toBe(BEGIN + 64);
  });
});
