import { expect, it } from "vitest";
import { expectAccessible } from "../../harness/accessible.ts";
import { PLAIN_HOST } from "../../harness/start-browser.ts";
import { describePlayground, type Playground } from "./in-playground.ts";

const ITALY = 'AND({country} = "Italy", {price} < 50000)';

describePlayground("the panels", (open) => {
  it("show why a record matches, and select the chosen part in the formula", async () => {
    const playground = await open({ formula: ITALY });
    const { page } = playground;
    await playground.openTab("Core");
    await playground.rows.nth(1).click();
    await page.getByText("The record matches.").waitFor();
    const parts = page.getByRole("treeitem");
    expect(await parts.nth(1).textContent()).toBe('{country} = "Italy" TRUE decided');
    await parts.nth(1).click();
    expect(await selected(playground)).toBe('{country} = "Italy"');
    // By the keyboard.
    await parts.nth(1).focus();
    await playground.press("ArrowDown", "ArrowDown", "Enter");
    expect(await selected(playground)).toBe("{price} < 50000");
    // The tree of the last formula that was right stays, and its parts may lie beyond the text.
    await playground.openTab("Syntax");
    await playground.clear();
    await page.keyboard.type("(");
    await playground.showsFormula(/^\(\)?$/);
    await parts.last().click();
    expect(await playground.formula()).toMatch(/^\(\)?$/);
  });

  it("accept a click on an element that is redrawn while the mouse is pressed", async () => {
    const playground = await open({ formula: ITALY });
    const { page } = playground;
    const redraw = async (): Promise<void> => {
      await page.locator(".table").dispatchEvent("scroll");
      await page.evaluate(
        "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))",
      );
    };
    const pressInTable = async (selector: string): Promise<void> => {
      const box = await page.locator(selector).boundingBox();
      if (box === null) throw new Error(`${selector} is not shown`);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await redraw();
      await page.mouse.up();
    };
    await pressInTable(".row .cell >> nth=2");
    await page.locator('.row.active[aria-rowindex="2"]').waitFor();
    await page.getByText("The record matches.").waitFor();
    await pressInTable(".row mark >> nth=2");
    await page.locator('.row.active:not([aria-rowindex="2"])').waitFor();

    await playground.clear();
    await playground.chooseField("country");
    await page.getByRole("button", { name: /^Italy/ }).hover();
    await page.mouse.down();
    await page.evaluate(
      'for (const bar of document.querySelectorAll(".bar-button")) bar.replaceChildren(...[...bar.childNodes].map((part) => part.cloneNode(true)))',
    );
    await page.mouse.up();
    await playground.showsFormula('{country} = "Italy"');
  });

  it("brush a range by mouse and keyboard, which replaces the last range in the formula", async () => {
    const playground = await open({ formula: '{country} = "Italy"' });
    const { page } = playground;
    await playground.chooseField("year");
    const plot = page.locator(".plot");
    await plot.waitFor();
    const bins = await page.locator(".plot .all").count();
    const brush = async (from: number, to: number): Promise<void> => {
      // A longer formula moves the picture.
      const box = await plot.boundingBox();
      if (box === null) throw new Error("there is no picture");
      const at = (bin: number): number => box.x + ((bin + 0.5) / bins) * box.width;
      await page.mouse.move(at(from), box.y + 20);
      await page.mouse.down();
      await page.mouse.move(at((from + to) / 2), box.y + 30);
      await page.mouse.move(at(to), box.y + 20);
      await page.mouse.up();
    };
    const first = Number(await page.locator(".ticks span").first().textContent());
    const joined = (from: number, to: number): string =>
      `AND({country} = "Italy", {year} >= ${first + from}, {year} < ${first + to})`;
    await brush(3, 5);
    await playground.showsFormula(joined(3, 6));
    await brush(8, 7);
    await playground.showsFormula(joined(7, 9));
    await page.locator(".range", { hasText: `${first + 7} to ${first + 9}` }).waitFor();
    // The editor undoes it.
    await playground.editor.click();
    await playground.press("Control+z");
    await playground.showsFormula(joined(3, 6));

    await page.locator(".range", { hasText: `${first + 3} to ${first + 6}` }).waitFor();
    await page.getByLabel("From, year").focus();
    await playground.press("ArrowRight");
    await playground.showsFormula(joined(4, 6));
    await playground.press("Tab", "ArrowLeft");
    await playground.showsFormula(joined(4, 5));
    expect(await page.getByLabel("Up to, year").getAttribute("aria-valuetext")).toMatch(/^\d{4}$/);
    await page.getByRole("button", { name: "Clear the choice" }).click();
    await playground.showsFormula('{country} = "Italy"');
  });

  it("choose one or several bars", async () => {
    const playground = await open({ formula: "{price} < 50000" });
    const { page } = playground;
    await playground.chooseField("country");
    const bar = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
    const pressed = page.locator('[aria-pressed="true"]');
    await bar("Italy").click();
    await playground.showsFormula('AND({price} < 50000, {country} = "Italy")');
    await pressed.and(bar("Italy")).waitFor();
    await bar("France").click({ modifiers: ["Shift"] });
    await playground.showsFormula(
      'AND({price} < 50000, OR({country} = "Italy", {country} = "France"))',
    );
    await pressed.and(bar("France")).waitFor();
    await bar("Italy").focus();
    await playground.press("Enter");
    await playground.showsFormula('AND({price} < 50000, {country} = "Italy")');
    await bar("France")
      .filter({ hasText: /^France ?0 of \d+/ })
      .waitFor();
    await playground.press("Enter");
    await playground.showsFormula("{price} < 50000");
  });

  it("show the SQL of each database, and the part of the formula that it leaves out", async () => {
    const playground = await open({
      formula: 'AND({year} > 2020, ENCODE_URL_COMPONENT({title}) != "x")',
    });
    const { page } = playground;
    await playground.openTab("SQL");
    const title = page.getByLabel("Database");
    for (const [database, quoted] of [
      ["DuckDB", '"year"'],
      ["MySQL", "`year`"],
      ["PostgreSQL", '"year"'],
      ["MariaDB", "`year`"],
      ["SQLite", '"year"'],
      ["ClickHouse", "`year`"],
    ] as const) {
      await title.selectOption({ label: database });
      await page.locator(".code", { hasText: quoted }).waitFor();
      await page.locator(".marked mark", { hasText: "ENCODE_URL_COMPONENT" }).waitFor();
    }
  });

  it.each([
    ["by the page's clipboard", "127.0.0.1", true],
    ["without encryption, where a page has no clipboard", PLAIN_HOST, false],
  ] as const)("the forms of a formula are copied %s", async (_, host, hasClipboard) => {
    const playground = await open({ formula: ITALY, host });
    const { page } = playground;
    expect(await page.evaluate("isSecureContext && 'clipboard' in navigator")).toBe(hasClipboard);
    await playground.openTab("SQL");
    const code = page.locator(".code", { hasText: "country" });
    await code.waitFor();
    const sql = (await code.textContent()) ?? "";
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("SQL: copied.").waitFor();
    await playground.clear();
    await playground.press("Control+v");
    await playground.showsFormula(sql);
  });

  it("show the other forms, tab by tab, without violations that axe finds", async () => {
    const shown = {
      Query: /SELECT .*\nFROM .*\nWHERE .*\nORDER BY .*\nLIMIT 100/s,
      TypeScript: /compileOrThrow\(".*Italy/,
      curl: /curl --get .*filterByFormula=AND/s,
      Rules: /"operator": "="/,
      Syntax: /call AND/,
      Core: /less boolean/,
    };
    const playground = await open({ formula: ITALY });
    const { page } = playground;
    await playground.rows.first().click();
    await expectAccessible(page, ".panels");
    await playground.openTab("SQL");
    for (const [name, pattern] of Object.entries(shown)) {
      await playground.press("ArrowRight");
      await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
      await page.getByRole("tabpanel").filter({ hasText: pattern }).waitFor();
      await expectAccessible(page, ".panels");
    }
  });
});

/** The text that is selected in the editor, which is in a shadow root. */
async function selected({ page }: Playground): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { shadowRoot } = document.querySelector(".editor");
    return String(shadowRoot.getSelection?.() ?? getSelection());
  })()`);
}
