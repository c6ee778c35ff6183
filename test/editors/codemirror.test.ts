import { expect, it } from "vitest";
import { openPage } from "../harness/browser.ts";

import { snippetsOf } from "../harness/snippets.ts";
import { NONCE, serveEditor } from "./editor-pages.ts";
import { describeEditor, Editor } from "./in-editor.ts";

const BASE =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const POLICIES = {
  "/nonce": `${BASE}; style-src 'nonce-${NONCE}'`,
  "/none": BASE,
};

class CodeMirror extends Editor {
  async text(): Promise<string> {
    return (await this.page.locator(".cm-line").allTextContents()).join("\n");
  }

  /** Accepts the first completion by Enter, once it is the one. */
  async accept(label: string): Promise<void> {
    await this.page.locator("li[aria-selected] .cm-completionLabel", { hasText: label }).waitFor();
    // Keys that come at once are not for the list, which the person has not seen yet.
    await this.page.waitForTimeout(100);
    await this.press("Enter");
  }
}

describeEditor(
  "CodeMirror",
  "codemirror-page.ts",
  POLICIES,
  (page) => new CodeMirror(page),
  (given) => {
    const { inEditor } = given;

    it("completes fields and functions, accepted by Enter, and goes on from place to place by Tab", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("pri");
        await editor.accept("price");
        expect(await editor.text()).toBe("{price}");
        await editor.type(" < LE");
        await editor.accept("LEN");
        expect(await editor.text()).toBe("{price} < LEN(text)");
        await editor.type("{c");
        await editor.accept("country");
        await editor.press("Tab");
        await editor.type(" + 1");
        expect(await editor.text()).toBe("{price} < LEN({country}) + 1");
      });
    });

    it("mends a mistake by a key, and by a button beside its message", async () => {
      await inEditor({ text: '{contry} = "Italy"' }, async (editor) => {
        await editor.page.locator(".cm-lintRange-error").waitFor();
        await editor.press("Control+.");
        expect(await editor.text()).toBe('{country} = "Italy"');
        await editor.press("Control+z");
        expect(await editor.text()).toBe('{contry} = "Italy"');
        const remedy = editor.page.locator(".cm-diagnosticAction");
        await editor.point(editor.page.locator(".cm-lintRange-error"), remedy);
        await remedy.click();
        expect(await editor.text()).toBe('{country} = "Italy"');
      });
    });

    it("tells what is under the pointer, and reads no description as HTML", async () => {
      await inEditor({ text: "{price} < 3" }, async (editor) => {
        const told = editor.page.locator(".cm-tooltip-hover .cm-isoform-info");
        await editor.point(editor.page.getByText("{price}"), told);
        expect(await told.locator("p").allTextContents()).toEqual([
          "price: number",
          "In euros, <img src=x> and all.",
        ]);
        expect(await told.locator("b").textContent()).toBe("price");
      });
    });

    it("shows the call that is being written, until Escape", async () => {
      await inEditor({}, async (editor) => {
        const shown = editor.page.locator(".cm-tooltip.cm-isoform-info");
        await editor.type("LEFT({country}, ");
        await expect
          .poll(() => shown.locator("p").allTextContents())
          .toEqual(["LEFT(text, count) → text", "how many characters to take"]);
        expect(await shown.locator("b").textContent()).toBe("count");
        await editor.press("Escape");
        await shown.waitFor({ state: "detached" });
      });
    });

    it("formats by a key", async () => {
      await inEditor({ text: "and( {price}<3,{sold} )" }, async (editor) => {
        await editor.press("Shift+Alt+f");
        expect(await editor.text()).toBe("and({price} < 3, {sold})");
      });
    });

    it("offers values of the provider; the next key cancels the search", async () => {
      await inEditor({}, async (editor) => {
        const before = given.pages.asked.length;
        await editor.type('{country} = "');
        await expect.poll(() => given.pages.asked.length).toBe(before + 1);
        await editor.type("I");
        await expect.poll(() => given.pages.asked.length).toBe(before + 2);
        const [first, second] = given.pages.asked.slice(before);
        await expect.poll(() => first?.isAborted).toBe(true);
        expect(second?.isAborted).toBe(false);
        expect(second?.path).toContain("/country?prefix=I&");
        second?.answer([{ value: "Italy", count: 7 }]);
        await editor.accept("Italy");
        expect(await editor.text()).toBe('{country} = "Italy"');
      });
    });

    it("other items do not wait for a provider that never answers", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("{country} = con");
        await editor.accept("CONCATENATE");
        expect(await editor.text()).toBe("{country} = CONCATENATE(text)");
      });
    });

    it("opens no list of its own after what is complete, so that Enter begins a line", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("AND({price} < 3, ");
        await editor.page.waitForTimeout(400);
        await editor.press("Enter");
        await editor.type("1)");
        expect(await editor.text()).toBe("AND({price} < 3, \n1)");
      });
    });

    it("shows the values of a sample record at the ends of lines", async () => {
      const text = 'AND(\n  {country} = "Italy",\n  {price} / 0 < 5\n)';
      await inEditor({ text, options: "record" }, async ({ page }) => {
        const ends = await page.locator(".cm-line[data-isoform-value]").all();
        const values = ends.map((line) => line.getAttribute("data-isoform-value"));
        expect(await Promise.all(values)).toEqual(["TRUE", "error", "error"]);
      });
    });

    it.each([
      ["/nonce", "", "rgb(5, 80, 174)"],
      ["/nonce", "dark", "rgb(121, 192, 255)"],
      ["/none", "shadow", "rgb(5, 80, 174)"],
    ])(
      "under the policy of %s, has the colours of the theme: %s",
      async (path, options, colour) => {
        await inEditor({ text: "{price}", path, options }, async ({ page }) => {
          await page.getByText("{price}").waitFor();
          const field = '(document.body.shadowRoot ?? document).querySelector(".cm-isoform-field")';
          expect(await page.evaluate(`getComputedStyle(${field}).color`)).toBe(colour);
        });
      },
    );

    it("the snippet of the reference makes an editor", async () => {
      const snippets = snippetsOf("grammar/reference/editors.md");
      const { code = "" } = snippets.find(({ code }) => code.includes("isoform/codemirror")) ?? {};
      const served = await serveEditor(code, { "/": `${BASE}; style-src 'unsafe-inline'` });
      const { page, complaints } = await openPage(given.browser, `${served.origin}/`);
      await page.locator(".cm-line[data-isoform-value=TRUE] .cm-isoform-field").waitFor();
      expect(complaints).toEqual([]);
      await page.close();
      served.close();
    });

    it("without a nonce and outside a shadow root, the policy is violated", async () => {
      const { page, complaints } = await openPage(given.browser, `${given.pages.origin}/none`);
      await page.locator(".cm-content").waitFor();
      expect(complaints.join()).toContain("style-src");
      await page.close();
    });
  },
);
