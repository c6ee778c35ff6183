import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describePages, openPage } from "../harness/browser.ts";
import { type PageServer, type Served, servePages } from "../harness/page-server.ts";
import { DIST, EXPECTED, PROBE } from "./probe.ts";

// A real browser, a page without `unsafe-eval` and one that allows it: the same answers.

const PAGE = `<!doctype html><title>isoform</title><pre></pre><script type="module" src="/page.js"></script>`;
const SCRIPT = `
  import * as isoform from "/index.js";
  let mayGenerate = true;
  try { new Function("return 1")(); } catch { mayGenerate = false; }
  ${PROBE}
  document.querySelector("pre").textContent = JSON.stringify({ mayGenerate, result: JSON.parse(result) });
`;

const QUIET_PAGE = PAGE.replace("page.js", "quiet.js");
/** Without code generation, a strict policy has nothing to report; with it, the first filter is reported. */
const QUIET_SCRIPT = `
  import { compileOrThrow, defineSchema } from "/index.js";
  import { Columns } from "/columns.js";
  let violations = 0;
  document.addEventListener("securitypolicyviolation", () => violations++);
  const nextViolation = () => new Promise((go) => document.addEventListener("securitypolicyviolation", go, { once: true }));
  const schema = defineSchema({ n: "number" });
  const rows = Array.from({ length: 60000 }, (_, index) => ({ n: index % 7 }));
  const columns = Columns.from(rows, schema);
  function ask(options) {
    const formula = compileOrThrow("AND(n > 2, n * n != 16)", schema, options);
    return [formula.filter(rows).length, formula.select(columns).length, columns.count(formula)];
  }
  const quiet = ask({ codeGeneration: false });
  // Reports come in order: before that of a violation of this script, there is none.
  const own = nextViolation();
  try { new Function("return 1"); } catch {}
  await own;
  const quietly = violations - 1;
  const reported = nextViolation();
  const usual = ask({});
  await reported;
  document.querySelector("pre").textContent = JSON.stringify({ quiet, quietly, usual });
`;

const PAGES: Readonly<Record<string, string>> = {
  "/strict": PAGE,
  "/lax": PAGE,
  "/quiet": QUIET_PAGE,
};
const SCRIPTS: Readonly<Record<string, string>> = { "/page.js": SCRIPT, "/quiet.js": QUIET_SCRIPT };
const POLICIES: Readonly<Record<string, string>> = {
  "/strict": "default-src 'none'; script-src 'self'",
  "/lax": "default-src 'none'; script-src 'self' 'unsafe-eval'",
  "/quiet": "default-src 'none'; script-src 'self'",
};

/** A page, its script, or a file of the built package: the entry, or a part that it imports. */
function served(path: string): Served | undefined {
  const [page, policy] = [PAGES[path], POLICIES[path]];
  if (page !== undefined && policy !== undefined) return { type: "text/html", body: page, policy };
  const script = SCRIPTS[path];
  if (script !== undefined) return { type: "text/javascript", body: script };
  if (!/^\/[\w-]+\.js$/.test(path)) return undefined;
  return { type: "text/javascript", body: readFileSync(new URL(path.slice(1), DIST), "utf8") };
}

describePages("in a browser", () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await servePages(served);
  });
  afterAll(() => server.close());

  it.each([
    ["/strict", false],
    ["/lax", true],
  ])("%s: gives the same results, with code generation allowed: %s", async (path, mayGenerate) => {
    expect(await shownBy(path)).toEqual({ mayGenerate, result: EXPECTED });
  });

  it("reports no violation of its policy without code generation, and one with it", async () => {
    const counts = [25_713, 25_713, 25_713];
    expect(await shownBy("/quiet")).toEqual({ quiet: counts, quietly: 0, usual: counts });
  });

  /** What a page shows at its end, which is JSON. */
  async function shownBy(path: string): Promise<unknown> {
    const { page } = await openPage(`${server.origin}${path}`);
    const shown = page.locator("pre", { hasText: /./ });
    await shown.waitFor({ state: "attached" });
    return JSON.parse((await shown.textContent()) ?? "");
  }
});
