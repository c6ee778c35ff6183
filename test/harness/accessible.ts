import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

/**
 * Expects that axe-core finds nothing on the page as it is now.
 *
 * @param part a selector of the part of the page that is looked at; the whole page unless given
 */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] }).then((found) => found.violations)`,
  );
  const shown = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(shown.join("\n")).toBe("");
}
