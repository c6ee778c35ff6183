import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible } from "../../harness/accessible.ts";
import { describePlayground } from "./in-playground.ts";

/** The value of a CSS property of the first element of a selector. */
function style(page: Page, selector: string, property: string): Promise<string> {
  return page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`,
  );
}

/** The lightness of a colour of the page, from 0 to 255. */
async function lightness(page: Page, property: "backgroundColor" | "color"): Promise<number> {
  const [red = 0, green = 0, blue = 0] =
    (await style(page, "body", property)).match(/[\d.]+/g)?.map(Number) ?? [];
  return (red + green + blue) / 3;
}

describePlayground("the theme of the playground", (open) => {
  it("is dark on a dark machine, light if the reader chooses it, persistent, and accessible", async () => {
    const playground = await open({ formula: '{country} = "Italy"' }, { colorScheme: "dark" });
    const { page } = playground;
    const expectDark = async (): Promise<void> => {
      expect(await lightness(page, "backgroundColor")).toBeLessThan(60);
      expect(await lightness(page, "color")).toBeGreaterThan(180);
    };
    await expectDark();
    // The colours of the formula and of the picture as well.
    await expectAccessible(page);
    await page.getByRole("button", { name: "Light theme" }).click();
    expect(await lightness(page, "backgroundColor")).toBeGreaterThan(200);
    // On a narrow screen as well.
    await page.setViewportSize({ width: 360, height: 700 });
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.reload();
    await page.getByRole("button", { name: "Dark theme" }).waitFor();
    expect(await lightness(page, "backgroundColor")).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Dark theme" }).click();
    await expectDark();
  });

  it("shows the chosen record and tab, and the matching records, with forced colours", async () => {
    const playground = await open({ formula: '{country} = "Italy"' }, { forcedColors: "active" });
    const { page } = playground;
    await playground.rows.first().click();
    await page.locator(".row.active").waitFor();
    await playground.chooseField("country");
    await page.locator(".bar-button").first().waitFor();
    expect(await style(page, ".bar-track .matching", "backgroundColor")).not.toBe(
      await style(page, ".bar-track .all", "backgroundColor"),
    );
    expect(await style(page, ".row.active", "outlineStyle")).toBe("solid");
    const tab = (isChosen: boolean): Promise<string> =>
      style(page, `[role=tab][aria-selected=${isChosen}]`, "borderBottomColor");
    expect(await tab(true)).not.toBe(await tab(false));
  });
});
