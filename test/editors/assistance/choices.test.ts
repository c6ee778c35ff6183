import { describe, expect, test } from "vitest";
import { createLanguage } from "../../../src/editors/assistance/index.ts";
import { defineSchema } from "../../../src/index.ts";
import { accept } from "./invariants.ts";

const schema = defineSchema({
  status: { type: "text", choices: ["new", "paid", "it's"], description: "Where it stands." },
  tags: { type: "list", choices: ["red", "green"] },
  secret: { type: "text", choices: ["hush"], hidden: true },
});
const language = createLanguage({ schema });

function valuesAt(marked: string, service = language): readonly string[] {
  const { items } = service.complete(marked.replace("|", ""), marked.indexOf("|"));
  return items.filter(({ kind }) => kind === "value").map(({ label }) => label);
}

describe("the choices of a field", () => {
  test.each([
    ["{status} = |", ["new", "paid", "it's"]],
    ['{status} != "|"', ["new", "paid", "it's"]],
    ['{status} = "p|', ["paid"]],
    ["ISONEOF({status}, |", ["new", "paid", "it's"]],
    ['SWITCH({status}, "|', ["new", "paid", "it's"]],
    ['HAS({tags}, "|")', ["red", "green"]],
    ["{secret} = |", []],
  ])("are completed at once, in their order: %s", (marked, expected) => {
    expect(valuesAt(marked)).toEqual(expected);
    expect(language.complete(marked.replace("|", ""), marked.indexOf("|")).awaitsValues).toBe(
      false,
    );
  });

  test("are written as the formula needs them", () => {
    const text = "{status} = it";
    const item = language.complete(text, text.length).items.find(({ label }) => label === "it's");
    if (item === undefined) throw new Error("the choice is not offered");
    expect(accept(text, item).text).toBe('{status} = "it\'s"');
  });

  test("need no provider, even if there is one", async () => {
    const asked: string[] = [];
    const values = ({ name }: { readonly name: string }) => {
      asked.push(name);
      return [{ value: "other" }];
    };
    const service = createLanguage({ schema, values });
    const { items } = await service.completeWithValues("{status} = ", 11);
    expect(items.filter(({ kind }) => kind === "value").map(({ label }) => label)).toEqual([
      "new",
      "paid",
      "it's",
    ]);
    expect(asked).toEqual([]);
  });

  test("are not offered if a policy denies the field", () => {
    const service = createLanguage({ schema, policy: { fields: { deny: ["status"] } } });
    expect(valuesAt("{status} = |", service)).toEqual([]);
  });

  test("are shown for the field", () => {
    expect(language.hover("{status}", 2)?.markdown).toBe(
      "**status**: text\n\nWhere it stands.\n\nOne of: new, paid, it's",
    );
  });
});
