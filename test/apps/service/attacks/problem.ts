import { expect } from "vitest";
import { HIDDEN_NAMES, HIDDEN_VALUES } from "./fixture.ts";

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const LONGEST = 300;
const OUR_INSIDES =
  /node_modules|\/src\/|\.ts:\d|\bat [A-Z]\w+\.|\bSELECT\b.*\bFROM\b|\bWHERE\b|\bORDER BY\b|ERR_|FST_/;
/** What we say ourselves. Names and formulas that the client sent come back as they were. */
const OUR_WORDS = ["type", "title", "code", "detail", "message", "help", "parameter"];

/**
 * A problem is one as RFC 9457 has it, and nothing that we say in it is long, hidden, from our insides, or about what the request
 * could not know.
 *
 * @param sent everything that was sent: what stands in it may come back
 */
export function expectFitProblem(contentType: string, text: string, sent: string): void {
  expect(contentType).toBe("application/problem+json; charset=utf-8");
  const problem: unknown = JSON.parse(text);
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^urn:isoform:problem:[a-z-]+$/),
    title: expect.any(String),
    status: expect.any(Number),
    code: expect.stringMatching(/^[a-z-]+$/),
    detail: expect.any(String),
  });
  for (const [name, words] of wordsOf(problem)) {
    if (!OUR_WORDS.includes(name)) continue;
    expect(words.length, words).toBeLessThanOrEqual(LONGEST);
    expect(words).not.toMatch(CONTROL);
    if (!OUR_INSIDES.test(sent)) expect(words).not.toMatch(OUR_INSIDES);
  }
  expectNothingHidden(text, sent);
}

export function expectNothingHidden(text: string, sent: string): void {
  for (const hidden of [...HIDDEN_NAMES, ...HIDDEN_VALUES]) {
    if (!sent.includes(hidden)) expect(text).not.toContain(hidden);
  }
}

function* wordsOf(value: unknown, name = ""): Generator<readonly [name: string, words: string]> {
  if (typeof value === "string") yield [name, value];
  else if (Array.isArray(value)) for (const item of value) yield* wordsOf(item, name);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* wordsOf(item, key);
}
