import type { Page } from "playwright-core";
import { linkTo } from "../src/apps/playground/formula/permalink.ts";
import { servePlayground } from "../test/apps/playground/serve-playground.ts";
import { CHROMIUM, startBrowser } from "../test/harness/start-browser.ts";
import { quantile } from "./measure.ts";

export const PLAYGROUND_NEED = CHROMIUM;

/** Many records, for the time of a keystroke, and very many, for tasks that block the page. */
const MANY = 100_000;
const VERY_MANY = 1_000_000;

/**
 * Edits of a formula, typed and undone `offset` characters after its start. Every intermediate state is a valid
 * formula.
 */
const EDITS = [
  { formula: "{price} < 5", offset: 11, typed: "0000" },
  { formula: 'FIND("A", {optionCodes})', offset: 7, typed: "D15" },
  { formula: 'SEARCH("t", {title})', offset: 9, typed: "our" },
] as const;

interface KeystrokeTimes {
  readonly formula: string;
  readonly samples: number;
  /** Milliseconds from the key to the frame that shows the records. */
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export interface PlaygroundResult {
  readonly records: number;
  /** Milliseconds from navigation to the frame in which a formula can be typed; the median of several loads. */
  readonly interactive: number;
  readonly keystrokes: readonly KeystrokeTimes[];
  /** The 95th percentile of all keystrokes. */
  readonly p95: number;
  readonly veryMany: number;
  /** The longest task of the page, in milliseconds: until it shows records, and while it is used. 0 if none took 50. */
  readonly longestTask: { readonly opening: number; readonly using: number };
}

/**
 * Measures in the page: from the key event until the count has changed, all visible rows have their records, and their
 * frame was rendered.
 */
const RECORDER = `
  const times = [];
  const tasks = [];
  let pressed;
  let isCounted = false;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  addEventListener("keydown", ({ timeStamp }) => {
    pressed = timeStamp;
    isCounted = false;
  }, true);
  let interactive;
  const awaitEditor = () => {
    // The editor has a shadow root.
    if (!document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content")) return requestAnimationFrame(awaitEditor);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { interactive = performance.now(); };
    port2.postMessage(undefined);
  };
  awaitEditor();
  const isRead = () => [...document.querySelectorAll(".row > :first-child")].every((cell) => cell.textContent !== "…");
  new MutationObserver((changes) => {
    isCounted ||= changes.some(({ target }) => target instanceof Element && target.matches(".count"));
    if (pressed === undefined || !isCounted || !isRead()) return;
    const start = pressed;
    pressed = undefined;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - start);
      port2.postMessage(undefined);
    });
  }).observe(document, { subtree: true, childList: true });
  window.recorder = {
    tasks,
    interactive: () => interactive,
    /** Waits until more than count times were measured, and returns them. */
    async after(count) {
      while (times.length <= count) await new Promise((resolve) => setTimeout(resolve, 5));
      return times;
    },
  };
`;

export async function benchPlayground(rounds: number): Promise<PlaygroundResult> {
  const server = await servePlayground();
  const browser = await startBrowser();
  const loads: number[] = [];
  const inPage = async <T>(
    formula: string,
    records: number,
    work: (page: Page) => Promise<T>,
  ): Promise<T> => {
    const link = await linkTo({ formula, sort: [], records: `demo-${records}` });
    const page = await browser.newPage();
    await page.addInitScript(RECORDER);
    await page.goto(`${server.origin}/try/#${link}`);
    await page.locator(".count", { hasText: " of " }).waitFor({ timeout: 60_000 });
    // The editor's assistance is loaded in this time, and takes part in each keystroke.
    await page.waitForTimeout(1_000);
    loads.push(Number(await page.evaluate("recorder.interactive()")));
    const result = await work(page);
    await page.close();
    return result;
  };
  try {
    const times: (readonly number[])[] = [];
    for (const edit of EDITS) {
      times.push(await inPage(edit.formula, MANY, (page) => typeAndUndo(page, edit, rounds)));
    }
    const [usual] = EDITS;
    const longestTask = await inPage(usual.formula, VERY_MANY, async (page) => {
      const opening = await longest(page, 0);
      const before = Number(await page.evaluate("recorder.tasks.length"));
      await typeAndUndo(page, usual, 3);
      await page.getByRole("grid").focus();
      for (const key of ["End", "Home", "PageDown", "PageDown"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(200);
      }
      await page.getByRole("columnheader", { name: "price" }).getByRole("button").click();
      await page.locator('[aria-sort="ascending"]').waitFor({ timeout: 60_000 });
      return { opening, using: await longest(page, before) };
    });
    const sorted = times.map((one) => [...one].sort((a, b) => a - b));
    return {
      records: MANY,
      interactive: quantile(
        loads.sort((a, b) => a - b),
        0.5,
      ),
      keystrokes: sorted.map((one, edit) => ({
        formula: EDITS[edit]?.formula ?? "",
        samples: one.length,
        median: quantile(one, 0.5),
        p95: quantile(one, 0.95),
        max: quantile(one, 1),
      })),
      p95: quantile(
        sorted.flat().sort((a, b) => a - b),
        0.95,
      ),
      veryMany: VERY_MANY,
      longestTask,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

/** Types text into a formula key by key, undoes it, and repeats. */
async function typeAndUndo(
  page: Page,
  { offset, typed }: (typeof EDITS)[number],
  rounds: number,
): Promise<readonly number[]> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Home");
  for (let moved = 0; moved < offset; moved++) await page.keyboard.press("ArrowRight");
  const keys = [...typed, ...Array.from(typed, () => "Backspace")];
  let times: readonly number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const key of keys) {
      await page.keyboard.press(key);
      times = await page.evaluate(`recorder.after(${times.length})`);
    }
  }
  return times;
}

async function longest(page: Page, from: number): Promise<number> {
  return await page.evaluate(`Math.max(0, ...recorder.tasks.slice(${from}))`);
}
