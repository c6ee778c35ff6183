import { expect, it } from "vitest";
import { ByteCache } from "../../src/util/byte-cache.ts";

it("a full cache evicts the values that were set first, and keeps none that is too large alone", () => {
  const cache = new ByteCache<string, { readonly bytes: number }>(100);
  cache.set("a", { bytes: 40 });
  cache.set("b", { bytes: 40 });
  cache.set("c", { bytes: 60 });
  expect([cache.get("a"), cache.get("b")?.bytes, cache.get("c")?.bytes]).toEqual([
    undefined,
    40,
    60,
  ]);
  cache.set("d", { bytes: 101 });
  expect(cache.get("d")).toBe(undefined);
  expect(cache.bytes).toBe(100);
});

it("a value that is set again is evicted last, with the bytes that it takes then", () => {
  const cache = new ByteCache<string, { bytes: number }>(100);
  const [a, b, c] = [{ bytes: 30 }, { bytes: 30 }, { bytes: 30 }];
  cache.set("a", a);
  cache.set("b", b);
  a.bytes = 50;
  cache.set("a", a);
  expect(cache.bytes).toBe(80);
  cache.set("c", c);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([a, undefined, c]);
  expect(cache.bytes).toBe(80);
});
