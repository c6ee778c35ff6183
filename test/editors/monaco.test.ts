import { expect, it } from "vitest";
import { NONCE } from "./editor-pages.ts";
import { describeEditor, Editor } from "./in-editor.ts";

const POLICIES = {
  "/": `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; font-src 'self'; img-src data:; style-src-elem 'self' 'nonce-${NONCE}'; style-src-attr 'unsafe-inline'`,
};

class Monaco extends Editor {
  text(): Promise<string> {
    return this.page.evaluate<string>("editor.getValue()");
  }

  /** Accepts the first completion by Enter, once it is the one. */
  async accept(label: string): Promise<void> {
    await this.page.locator(".suggest-widget .focused .label-name", { hasText: label }).waitFor();
    await this.press("Enter");
  }
}

describeEditor(
  "Monaco",
  "monaco-page.ts",
  POLICIES,
  (page) => new Monaco(page),
  (given) => {
    const { inEditor } = given;

    it("completes fields and functions, accepted by Enter, and goes on from place to place by Tab", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("pri");
        await editor.accept("price");
        await editor.type(" < LE");
        await editor.accept("LEN");
        expect(await editor.text()).toBe("{price} < LEN(text)");
        await editor.type("coun");
        await editor.accept("country");
        await editor.press("Tab");
        await editor.type(" + 1");
        expect(await editor.text()).toBe("{price} < LEN({country}) + 1");
      });
    });

    it("mends a mistake by the keyboard", async () => {
      await inEditor({ text: '{contry} = "Italy"' }, async (editor) => {
        await editor.page.locator(".squiggly-error").waitFor();
        await editor.press("Control+.");
        await editor.page.getByText("write `country`").waitFor();
        await editor.press("Enter");
        await expect.poll(() => editor.text()).toBe('{country} = "Italy"');
      });
    });

    it("tells what is under the pointer, and reads no description as HTML", async () => {
      await inEditor({ text: "{price} < 3" }, async (editor) => {
        const told = editor.page.locator(".monaco-hover-content", { hasText: "In euros" });
        await editor.point(editor.page.locator(".view-line").getByText("{price}"), told);
        expect(await told.textContent()).toContain("price: number");
        expect(await told.locator("img").count()).toBe(0);
      });
    });

    it("shows the call that is being written, until Escape", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("LEFT({country}, ");
        const shown = editor.page.locator(".parameter-hints-widget.visible");
        await shown.waitFor();
        await expect.poll(() => shown.locator(".parameter.active").textContent()).toBe("count");
        await editor.press("Escape");
        await shown.waitFor({ state: "detached" });
      });
    });

    it("formats by a key", async () => {
      await inEditor({ text: "AND( {price}<3,{sold} )" }, async (editor) => {
        await editor.press("Control+Shift+i");
        await expect.poll(() => editor.text()).toBe("AND({price} < 3, {sold})");
      });
    });

    it("offers values of the provider; the next key cancels the search", async () => {
      await inEditor({}, async (editor) => {
        const before = given.pages.asked.length;
        await editor.type('{country} = "');
        await expect.poll(() => given.pages.asked.length).toBeGreaterThan(before);
        await editor.type("I");
        const last = () => given.pages.asked.at(-1);
        await expect.poll(() => last()?.path).toContain("/country?prefix=I&");
        const earlier = given.pages.asked
          .slice(before)
          .filter(({ path }) => !path.includes("prefix=I&"));
        await expect.poll(() => earlier.every(({ isAborted }) => isAborted)).toBe(true);
        expect(last()?.isAborted).toBe(false);
        last()?.answer([{ value: "Italy", count: 7 }]);
        await editor.accept("Italy");
        expect(await editor.text()).toContain('{country} = "Italy"');
      });
    });

    it("other items do not wait for a provider that never answers", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("{country} = con");
        await editor.accept("CONCATENATE");
        expect(await editor.text()).toBe("{country} = CONCATENATE(text)");
      });
    });

    it("a question that a later one cancels is not asked again", async () => {
      await inEditor({}, async (editor) => {
        await editor.type("{country} = con");
        // As a person does who is in a hurry.
        for (let time = 0; time < 3; time++) {
          await editor.page.evaluate('editor.trigger("", "editor.action.triggerSuggest", {})');
        }
        await editor.accept("CONCATENATE");
        expect(await editor.text()).toBe("{country} = CONCATENATE(text)");
      });
    });

    it("shows the values of a sample record at the ends of lines", async () => {
      const text = 'AND(\n  {country} = "Italy",\n  {price} / 0 < 5\n)';
      await inEditor({ text, options: "record" }, async ({ page }) => {
        const line = page.locator(".view-line", { hasText: "Italy" });
        await expect.poll(() => line.textContent()).toMatch(/"Italy",.*TRUE/);
      });
    });

    it.each([
      ["", "rgb(0, 17, 136)"],
      ["dark", "rgb(116, 176, 223)"],
    ])("has the colours of the theme: %s", async (options, colour) => {
      await inEditor({ text: "{price}", options }, async ({ page }) => {
        const shown = `getComputedStyle(document.querySelector(".view-line span span")).color`;
        await expect.poll(() => page.evaluate(shown)).toBe(colour);
      });
    });
  },
);
