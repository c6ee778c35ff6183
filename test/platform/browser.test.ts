import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needForEach } from "../harness/extent.ts";
import { findProgram, neededProgram } from "../service/harness/programs.ts";
import { DIST, EXPECTED, PROBE } from "./probe.ts";

// A real browser, a page without `unsafe-eval` and one that allows it: the same answers.

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--virtual-time-budget=20000",
];

const browser = findProgram(...NAMES);

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
  const violations = [];
  document.addEventListener("securitypolicyviolation", (event) => violations.push(event.blockedURI));
  const schema = defineSchema({ n: "number" });
  const rows = Array.from({ length: 60000 }, (_, index) => ({ n: index % 7 }));
  const columns = Columns.from(rows, schema);
  const reported = () => new Promise((resolve) => setTimeout(() => resolve(violations.length), 100));
  function ask(options) {
    const formula = compileOrThrow("AND(n > 2, n * n != 16)", schema, options);
    return [formula.filter(rows).length, formula.select(columns).length, columns.count(formula)];
  }
  const quiet = ask({ codeGeneration: false });
  const quietly = await reported();
  const usual = ask({});
  const loudly = await reported();
  document.querySelector("pre").textContent = JSON.stringify({ quiet, quietly, usual, isLoud: loudly > 0 });
`;

type Content = readonly [type: string, body: () => string];

const CONTENT: Readonly<Record<string, Content>> = {
  "/strict": ["text/html", () => PAGE],
  "/lax": ["text/html", () => PAGE],
  "/page.js": ["text/javascript", () => SCRIPT],
  "/quiet": ["text/html", () => QUIET_PAGE],
  "/quiet.js": ["text/javascript", () => QUIET_SCRIPT],
};
const POLICIES: Readonly<Record<string, string>> = {
  "/strict": "default-src 'none'; script-src 'self'",
  "/lax": "default-src 'none'; script-src 'self' 'unsafe-eval'",
  "/quiet": "default-src 'none'; script-src 'self'",
};

/** A script of the built package: the entry, or a part that it imports. */
function builtFile(path: string): Content | undefined {
  if (!/^\/[\w-]+\.js$/.test(path)) return undefined;
  return ["text/javascript", () => readFileSync(new URL(path.slice(1), DIST), "utf8")];
}

describe("in a browser", () => {
  needForEach(neededProgram("Chromium", browser));

  let server: Server;
  let origin = "";
  let profile = "";

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "isoform-browser-"));
    server = createServer((request, response) => {
      const path = request.url ?? "";
      const [type, body] = CONTENT[path] ?? builtFile(path) ?? ["text/plain", () => ""];
      const policy = POLICIES[path];
      response.writeHead(200, {
        "content-type": type,
        ...(policy === undefined ? {} : { "content-security-policy": policy }),
      });
      response.end(body());
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (typeof address !== "object" || address === null)
      throw new Error("the server has no address");
    origin = `http://127.0.0.1:${address.port}`;
  });

  afterAll(() => {
    server.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it.each([
    ["/strict", false],
    ["/lax", true],
  ])(
    "%s: it answers as everywhere, and code may be generated: %s",
    { timeout: 600_000 },
    async (path, mayGenerate) => {
      expect(await shownBy(path)).toEqual({ mayGenerate, result: EXPECTED });
    },
  );

  it("reports no violation of its policy without code generation", {
    timeout: 600_000,
  }, async () => {
    const counts = [25_713, 25_713, 25_713];
    expect(await shownBy("/quiet")).toEqual({
      quiet: counts,
      quietly: 0,
      usual: counts,
      isLoud: true,
    });
  });

  /** What a page shows at its end, which is JSON. */
  async function shownBy(path: string): Promise<unknown> {
    const args = [...FLAGS, `--user-data-dir=${profile}`, "--dump-dom", `${origin}${path}`];
    const { stdout } = await promisify(execFile)(browser ?? "", args, { timeout: 600_000 });
    const text = /<pre>(.*?)<\/pre>/s.exec(stdout)?.[1] ?? "";
    const shown = text
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
    return JSON.parse(shown);
  }
});
