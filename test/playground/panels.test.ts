import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { PLAIN_HOST } from "../harness/browser.ts";
import { describePlayground } from "./in-playground.ts";

const ITALY = 'AND({country} = "Italy", {price} < 50000)';

function formula(page: Page): Promise<string> {
  return page.locator(".cm-content").innerText();
}

async function expectFormula(page: Page, expected: string | RegExp): Promise<void> {
  await expect.poll(() => formula(page)).toMatch(expected);
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

async function chooseField(page: Page, label: string): Promise<void> {
  await page.getByRole("combobox", { name: "Field" }).selectOption({ label });
}

describePlayground("the panels", (inPlayground) => {
  it("show why a record matches; a part that is chosen is selected in the formula", async () => {
    await inPlayground({ formula: ITALY }, async (page) => {
      await openTab(page, "Core");
      await page.locator(".row").nth(1).click();
      await page.getByText("The record matches.").waitFor();
      const parts = page.getByRole("treeitem");
      expect(await parts.nth(1).textContent()).toBe('{country} = "Italy" TRUE decided');
      await parts.nth(1).click();
      expect(await selected(page)).toBe('{country} = "Italy"');
      // By the keyboard.
      await parts.nth(1).focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await selected(page)).toBe("{price} < 50000");
      // The tree of the last formula that was right stays, and its parts may lie beyond the text.
      await openTab(page, "Syntax");
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.type("(");
      await expectFormula(page, /^\(\)?$/);
      await parts.last().click();
      expect(await formula(page)).toMatch(/^\(\)?$/);
    });
  });

  it.each([
    ["cell", ".row .cell >> nth=2"],
    ["mark", ".row mark >> nth=2"],
  ])(
    "show a record whose %s is drawn anew while the mouse is pressed on it",
    async (_, pressed) => {
      await inPlayground({ formula: ITALY }, async (page) => {
        const box = await page.locator(pressed).boundingBox();
        if (box === null) throw new Error("it is not shown");
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.locator(".table").dispatchEvent("scroll");
        await page.evaluate(
          "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))",
        );
        await page.mouse.up();
        await page.getByText("The record matches.").waitFor();
      });
    },
  );

  it("brush a range by the mouse: it joins the formula, and a second one takes its place", async () => {
    await inPlayground({ formula: '{country} = "Italy"' }, async (page) => {
      await chooseField(page, "year");
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
      await brush(3, 5);
      const first = Number(await page.locator(".ticks span").first().textContent());
      await expectFormula(
        page,
        `AND({country} = "Italy", {year} >= ${first + 3}, {year} < ${first + 6})`,
      );
      await brush(8, 7);
      const joined = `AND({country} = "Italy", {year} >= ${first + 7}, {year} < ${first + 9})`;
      await expectFormula(page, joined);
      await expect
        .poll(() => page.locator(".range").textContent())
        .toBe(`${first + 7} to ${first + 9}`);
      // The editor undoes it.
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+z");
      await expectFormula(page, `{year} >= ${first + 3}`);
    });
  });

  it("brush a range by the keyboard, and clear it", async () => {
    await inPlayground({}, async (page) => {
      await chooseField(page, "year");
      const from = page.getByLabel("From, year");
      await from.focus();
      await page.keyboard.press("ArrowRight");
      await expectFormula(page, /^\{year\} >= \d{4}$/);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowLeft");
      await expectFormula(page, /^AND\(\{year\} >= \d{4}, \{year\} < \d{4}\)$/);
      expect(await page.getByLabel("Up to, year").getAttribute("aria-valuetext")).toMatch(
        /^\d{4}$/,
      );
      await page.getByRole("button", { name: "Clear the choice" }).click();
      await expect.poll(async () => (await formula(page)).trim()).toBe("");
    });
  });

  it("choose bars, one or several", async () => {
    await inPlayground({ formula: "{price} < 50000" }, async (page) => {
      await chooseField(page, "country");
      const bar = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
      await bar("Italy").click();
      await expectFormula(page, 'AND({price} < 50000, {country} = "Italy")');
      await expect.poll(() => bar("Italy").getAttribute("aria-pressed")).toBe("true");
      await bar("France").click({ modifiers: ["Shift"] });
      await expectFormula(
        page,
        'AND({price} < 50000, OR({country} = "Italy", {country} = "France"))',
      );
      await bar("Italy").focus();
      await page.keyboard.press("Enter");
      await expectFormula(page, 'AND({price} < 50000, {country} = "Italy")');
      await expect.poll(() => bar("France").textContent()).toMatch(/ 0 of \d+|^France0 of/);
      await page.keyboard.press("Enter");
      await expectFormula(page, /^\{price\} < 50000$/);
    });
  });

  it("choose a bar that is drawn anew while the mouse is pressed on it", async () => {
    await inPlayground({}, async (page) => {
      await chooseField(page, "country");
      await page.getByRole("button", { name: /^Italy/ }).hover();
      await page.mouse.down();
      await page.evaluate(
        'for (const bar of document.querySelectorAll(".bar-button")) bar.replaceChildren(...[...bar.childNodes].map((part) => part.cloneNode(true)))',
      );
      await page.mouse.up();
      await expectFormula(page, '{country} = "Italy"');
    });
  });

  it("show SQL of each database, and copy it by one click", async () => {
    const text =
      'AND({year} > 2020, REGEX_MATCH({title}, "^Model [3Y].*"), ENCODE_URL_COMPONENT({title}) != "x")';
    await inPlayground({ formula: text }, async (page) => {
      await openTab(page, "SQL");
      let sql: string | null = "";
      for (const title of ["SQLite", "DuckDB", "PostgreSQL", "MariaDB", "MySQL", "ClickHouse"]) {
        await page.getByLabel("Database").selectOption({ label: title });
        const code = page.locator(".code");
        // What is shown may still be for the database before, whose SQL is another one.
        await expect.poll(() => code.textContent()).not.toBe(sql);
        sql = await code.textContent();
        expect(sql).toContain("year");
        await expect
          .poll(async () => (await page.locator(".marked mark").allTextContents()).join())
          .toContain("ENCODE_URL_COMPONENT");
      }
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("SQL: copied.").waitFor();
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+v");
      await expect.poll(() => formula(page)).toBe(sql);
    });
  });

  it("are copied without encryption as well, where a page has no clipboard", async () => {
    await inPlayground({ formula: ITALY }, async (page) => {
      await page.goto(page.url().replace("127.0.0.1", PLAIN_HOST));
      expect(await page.evaluate("isSecureContext || 'clipboard' in navigator")).toBe(false);
      await openTab(page, "SQL");
      await page.locator(".code").getByText("country").waitFor();
      const sql = await page.locator(".code").textContent();
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("SQL: copied.").waitFor();
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+v");
      await expect.poll(() => formula(page)).toBe(sql);
    });
  });

  it("show the other forms, tab by tab, with nothing that axe objects to", async () => {
    const shown = {
      Query: /SELECT .*\nFROM .*\nWHERE .*\nORDER BY .*\nLIMIT 100/s,
      TypeScript: /compileOrThrow\(".*Italy/,
      curl: /curl --get .*filterByFormula=AND/s,
      Rules: /"operator": "="/,
      Syntax: /call AND/,
      Core: /less boolean/,
    };
    await inPlayground({ formula: ITALY }, async (page) => {
      await page.locator(".row").first().click();
      await expectAccessible(page, ".panels");
      await page.getByRole("tab", { name: "SQL" }).click();
      for (const pattern of Object.values(shown)) {
        await page.keyboard.press("ArrowRight");
        await expect.poll(() => page.getByRole("tabpanel").innerText()).toMatch(pattern);
        await expectAccessible(page, ".panels");
      }
    });
  });
});

/** Names and texts that must stay what they are. */
const HOSTILE = [
  "__proto__",
  "constructor",
  "<img src=x onerror=alert(1)>",
  "}{\\\\",
  "x".repeat(20_000),
];

describePlayground("the panels, with hostile records", (inPlayground) => {
  it("show names and texts as they are, and choose them", async () => {
    const record = Object.fromEntries([["id", "1"], ...HOSTILE.map((name) => [name, name])]);
    const buffer = Buffer.from(`${JSON.stringify(record)}\n`);
    await inPlayground({}, async (page) => {
      const file = { name: "hostile.ndjson", mimeType: "", buffer };
      await page.locator("input[type=file]").setInputFiles(file);
      await expect.poll(() => page.locator(".count").textContent()).toContain("1 of 1");
      const select = page.getByRole("combobox", { name: "Field" });
      const names = HOSTILE.slice(0, 4);
      for (const name of names) {
        await page.locator(".cm-content").click();
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await select.selectOption({ label: name });
        const bar = page.locator(".bar-button");
        await expect.poll(() => bar.locator(".bar-label").textContent()).toBe(name);
        await bar.click();
        await expect.poll(() => bar.getAttribute("aria-pressed")).toBe("true");
        await expect.poll(() => page.locator(".count").textContent()).toContain("1 of 1");
      }
      await page.locator(".row").first().click();
      await page.getByText("The record matches.").waitFor();
      for (const name of ["SQL", "Query", "TypeScript", "curl", "Rules", "Syntax", "Core"]) {
        await openTab(page, name);
        await expect.poll(() => page.getByRole("tabpanel").innerText()).not.toBe("");
      }
      expect(await page.locator("img").count()).toBe(0);
    });
  });
});

/** The text that is selected in the editor, which is in a shadow root. */
async function selected(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { shadowRoot } = document.querySelector(".editor");
    return String(shadowRoot.getSelection?.() ?? getSelection());
  })()`);
}
