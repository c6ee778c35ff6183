import { describe, expect, it } from "vitest";
import { formatDate, parseDateFormat } from "../../src/language/values/date/index.ts";
import { pages, rowsOf } from "./page-examples.ts";

const MOMENT = Date.UTC(2024, 1, 5, 7, 8, 9, 12);

const rows = rowsOf(pages().get("dates.md") ?? "").filter(({ head }) => head[0] === "token");

function codesOf(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]*)`/g)].map(([, inside = ""]) => inside);
}

const examples = rows.flatMap(({ head, cells }) => {
  const shown = codesOf(cells[2] ?? "");
  const meaning = head[1] === "stands for" ? codesOf(cells[1] ?? "")[0] : undefined;
  return codesOf(cells[0] ?? "").map((token, index) => ({ token, shown: shown[index], meaning }));
});

describe("the tokens of date formats", () => {
  it.each(examples)("$token writes $shown", ({ token, shown, meaning }) => {
    expect(formatDate(MOMENT, parseDateFormat(token))).toBe(shown);
    if (meaning !== undefined) expect(parseDateFormat(token)).toEqual(parseDateFormat(meaning));
  });

  it("are all on the page", () => {
    const documented = examples
      .filter(({ meaning }) => meaning === undefined)
      .map(({ token }) => token);
    expect(documented.sort()).toEqual(knownTokens().sort());
  });

  it("are all on the page where they stand for longer formats", () => {
    const documented = examples
      .filter(({ meaning }) => meaning !== undefined)
      .map(({ token }) => token);
    const known = runs()
      .flatMap((run) => [run, `${run}T`, `${run}TS`])
      .filter((text) => text.length <= 4 && parseDateFormat(text).elements.length > 1)
      .filter((text) => !isMadeOfTokens(text, documented));
    expect(documented.sort()).toEqual(known.sort());
  });
});

/** One letter, so many times over. */
function runs(): readonly string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return [...letters].flatMap((letter) =>
    Array.from({ length: 9 }, (_, index) => letter.repeat(index + 1)),
  );
}

/** The texts that a format reads as one element that is not the text itself: runs, or runs with an `o`. */
function knownTokens(): string[] {
  return runs()
    .flatMap((run) => [run, `${run}o`])
    .filter((text) => {
      const { elements } = parseDateFormat(text);
      return elements.length === 1 && elements[0]?.kind !== "literal";
    });
}

/** Whether a format means no more than its parts do, one after the other. */
function isMadeOfTokens(text: string, known: readonly string[]): boolean {
  if (known.includes(text)) return false;
  const { elements } = parseDateFormat(text);
  return Array.from({ length: text.length - 1 }, (_, index) => index + 1).some((cut) => {
    const parts = [text.slice(0, cut), text.slice(cut)];
    const apart = parts.flatMap((part) => parseDateFormat(part).elements);
    return JSON.stringify(joined(apart)) === JSON.stringify(joined(elements));
  });
}

function joined(elements: readonly { readonly kind: string }[]): readonly unknown[] {
  return elements.map((element) => ({ ...element }));
}
