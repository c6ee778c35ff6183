import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewOf, WORD } from "../../../../src/backends/columns/write/byte-sink.ts";
import { copyBytes, copyWords } from "../../../../src/backends/columns/write/copy-bytes.ts";
import { runsOf } from "../../../harness/extent.ts";

const encoder = new TextEncoder();

const text = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    // These include the bytes that a NaN would have.
    fc.constantFrom("\u{10ffff}", "\u{f0000}", "\u007f", "\u0000", "ÿ", "ð", "x".repeat(300)),
  ),
  { maxLength: 40 },
);

describe("copied text", () => {
  it("is the same for any start and end", () => {
    fc.assert(
      fc.property(text, fc.nat(9), fc.nat(9), (parts, before, at) => {
        const bytes = encoder.encode(parts.join(""));
        const source = new Uint8Array(before + bytes.length + WORD);
        source.set(bytes, before);
        const exact = source.subarray(0, before + bytes.length);
        for (const [copy, from] of [
          [copyBytes, exact],
          [copyWords, source],
        ] as const) {
          const into = new Uint8Array(20 + bytes.length).fill(0x2a).subarray(1);
          const end = copy(viewOf(from), before, before + bytes.length, viewOf(into), at);
          expect(end).toBe(at + bytes.length);
          expect(into.subarray(0, at).every((byte) => byte === 0x2a)).toBe(true);
          expect(Buffer.from(into.subarray(at, end)).equals(bytes)).toBe(true);
          const behind = into.subarray(copy === copyBytes ? end : end + WORD);
          expect(behind.every((byte) => byte === 0x2a)).toBe(true);
        }
      }),
      { numRuns: runsOf(5_000) },
    );
  });
});
