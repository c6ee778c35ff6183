import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { describePages, openPage } from "../../../harness/browser.ts";
import { type PageServer, servePages } from "../../../harness/page-server.ts";

// The component of react-querybuilder in a page: it shows the rules of a formula, and a person changes them.

const FOLDER = fileURLToPath(new URL("../../../engines/all/", import.meta.url));
const SOURCES = fileURLToPath(new URL("../../../../src/", import.meta.url));

/** The packages of the versions that are tested: 6, and the newest. */
const PACKAGES = ["react-querybuilder", "react-querybuilder-newest"] as const;

const programWith = (library: string): string => `
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { QueryBuilder } from ${JSON.stringify(library)};
import { fromRules, toRules } from ${JSON.stringify(`${SOURCES}adapters.ts`)};
import { compileOrThrow, defineSchema } from ${JSON.stringify(`${SOURCES}index.ts`)};

const schema = defineSchema({
  country: "text", price: "number", budget: "number", sold: "boolean", at: "date", tags: "list",
});
const named = (name) => ({ name, label: name });
const fields = [
  ...[...schema.fields.values()].map(({ name, type }) => ({
    ...named(name),
    valueSources: ["value", "field"],
    valueEditorType: type === "boolean" ? "checkbox" : "text",
  })),
  { ...named("formula"), operators: [named("formula")] },
];

function Page() {
  const formula = new URLSearchParams(location.search).get("formula");
  const [query, setQuery] = useState(() => toRules(compileOrThrow(formula, schema)));
  const back = fromRules(JSON.parse(JSON.stringify(query)), schema);
  const builder = createElement(QueryBuilder, {
    fields, query, onQueryChange: setQuery, showNotToggle: true, addRuleToNewGroups: true,
    combinators: ["and", "or", "xor"].map(named),
  });
  const shown = back.ok ? back.formula : back.problems.map(({ path, message }) => path + ": " + message).join();
  return createElement("main", null, builder, createElement("output", null, shown));
}

createRoot(document.getElementById("root")).render(createElement(Page));
`;

async function serveBuilder(library: string): Promise<PageServer> {
  const { outputFiles } = await build({
    stdin: { contents: programWith(library), resolveDir: FOLDER, loader: "js" },
    define: { "process.env.NODE_ENV": '"production"' },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const body = outputFiles[0]?.contents ?? "";
  return servePages((path) =>
    path.startsWith("/page.js")
      ? { type: "text/javascript", body }
      : path.startsWith("/?")
        ? {
            type: "text/html",
            body: '<!doctype html><title>rules</title><div id="root"></div><script type="module" src="/page.js"></script>',
          }
        : undefined,
  );
}

describePages("react-querybuilder", () => {
  it.each(PACKAGES)(
    "%s shows the rules of a formula, and its changes come back as a formula",
    async (library) => {
      const server = await serveBuilder(library);
      onTestFinished(() => server.close());
      const formula =
        'OR(AND({country} = "Italy", {price} < {budget}, NOT(HAS({tags}, "a,b"))), NOT(AND(BETWEEN({price}, 1, 2), {sold} = TRUE())), ISONEOF({country}, "A", "B"), LEN({country}) > 3)';
      const { page, complaints } = await openPage(
        `${server.origin}/?formula=${encodeURIComponent(formula)}`,
      );
      const shown = (text: string): Promise<void> =>
        expect.poll(() => page.locator("output").textContent()).toBe(text);
      await shown(formula);
      const operators = page.locator(".rule .rule-operators");
      expect(
        await operators.evaluateAll((all) => all.map((one) => (one as { value?: string }).value)),
      ).toEqual(["=", "<", "doesNotContain", "between", "=", "in", "formula"]);

      // A value, an operator and the negation of a group.
      await page.locator(".rule").first().locator(".rule-value").fill('Ivory "Coast"');
      await shown(formula.replace('"Italy"', "'Ivory \"Coast\"'"));
      await operators.nth(0).selectOption("beginsWith");
      await page.locator(".ruleGroup-notToggle input").nth(1).check();
      const changed = formula.replace(
        'AND({country} = "Italy"',
        "NOT(AND(STARTS_WITH({country}, 'Ivory \"Coast\"')",
      );
      await shown(changed.replace('"a,b"))), NOT', '"a,b")))), NOT'));

      // Two values of inputs are texts.
      await page.locator(".rule").nth(3).locator(".rule-value input").nth(1).fill("20.5");
      await shown(
        changed
          .replace('"a,b"))), NOT', '"a,b")))), NOT')
          .replace("{price}, 1, 2", "{price}, 1, 20.5"),
      );
      await page.locator(".rule").nth(3).locator(".rule-value input").nth(1).fill("x");
      await shown("1,0: the value must be a number, but is the text `x`");
      expect(complaints).toEqual([]);
    },
  );
});
