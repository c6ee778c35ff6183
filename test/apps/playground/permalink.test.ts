import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkTo, readLink } from "../../../src/apps/playground/formula/permalink.ts";
import { randomBytes, SEED } from "../../generate/random.ts";

const linked = fc.record({
  formula: fc.string({ unit: "binary", maxLength: 300 }),
  records: fc.string(),
  sort: fc.array(
    fc.record({ field: fc.string(), direction: fc.constantFrom("asc" as const, "desc" as const) }),
    { maxLength: 2 },
  ),
});

/** A link whose content is given. */
function linkOf(content: string): string {
  return `1.${deflateRawSync(Buffer.from(content)).toString("base64url")}`;
}

describe("a link", () => {
  it("restores its state, and has only characters that addresses allow", async () => {
    await fc.assert(
      fc.asyncProperty(linked, async (given) => {
        const link = await linkTo(given);
        expect(link).toMatch(/^[-\w.]*$/);
        expect(await readLink(link)).toEqual(given);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ["nothing", ""],
    ["another version", "2.abc"],
    ["no letters of a link", "1.%%%"],
    ["no compressed bytes", "1.AAAA"],
    ["no JSON", linkOf("{")],
    ["no object", linkOf("null")],
    ["no texts", linkOf('{"f":1,"r":"demo"}')],
    ["an order of no field", linkOf('{"f":"1","r":"demo","s":[3]}')],
    ["a few bytes that become many", linkOf(`{"f":"${"x".repeat(5_000_000)}","r":""}`)],
    ["very many letters", `1.${"a".repeat(100_000)}`],
  ])("with %s is refused with a message", async (_, link) => {
    await expect(readLink(link)).rejects.toThrow(/^The link /);
  });

  it.each([
    ["few letters that are repeated", "x".repeat(5_000_000)],
    ["very many letters", Buffer.from(randomBytes(SEED, 60_000)).toString("base64")],
  ])("is not created for %s, which could not be read again", async (_, formula) => {
    const link = linkTo({ formula, sort: [], records: "" });
    await expect(link).rejects.toThrow("The formula is too long for a link.");
  });
});
