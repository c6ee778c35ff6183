import { spawnSync } from "node:child_process";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from "playwright-core";
import { findProgram, neededProgram } from "../service/harness/programs.ts";
import { IS_FULL, type Need } from "./extent.ts";

const chromiumPath = findProgram(
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
);
const firefoxPath = findProgram("firefox-esr", "firefox");

/** What tests in a browser need. */
export const CHROMIUM: Need = neededProgram("Chromium", chromiumPath);

/** Older ones do not know what Playwright asks, and their policies forbid its scripts. */
const OLDEST_FIREFOX = 153;

/** What tests in Firefox need. A system that has only an older one is not at fault. */
function neededFirefox(): Need {
  if (firefoxPath === undefined) return neededProgram("Firefox", firefoxPath);
  // `null` if it cannot be started, such as a place holder for a package that is not installed.
  const { stdout } = spawnSync(firefoxPath, ["--version"], { encoding: "utf8" });
  const version = /\d+/.exec(stdout ?? "")?.[0] ?? "without a version";
  if (Number(version) >= OLDEST_FIREFOX) return { missing: undefined };
  const missing = `Firefox ${version} cannot be driven (${OLDEST_FIREFOX} or later can)`;
  return { missing, isOptional: true };
}

/**
 * A name of this machine that browsers do not trust as they trust `127.0.0.1`: a page from it is like one from a host
 * without encryption.
 */
export const PLAIN_HOST = "plain.test";

/** So long is waited for what a page is to show. It is no measure of the page: machines are busy. */
const PATIENCE_MS = 300_000;

/** Without these, the browser asks its maker for things, or wants a graphics card. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

/** Starts the browser of this machine, with a profile of its own that is gone when it is closed. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? "", args: FLAGS });
}

/**
 * Firefox as it is published is driven by WebDriver BiDi, which Playwright has under the name of this channel.
 *
 * @param settings settings of `about:config`, such as that of a dark machine
 */
async function startFirefox(settings: Readonly<Record<string, number>> = {}): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: firefoxPath ?? "",
    firefoxUserPrefs: { "network.dns.localDomains": PLAIN_HOST, ...settings },
  });
  allowUnknownMedia(browser);
  return browser;
}

/** The part of Playwright that speaks with Firefox. It has no public name. */
interface Driver {
  readonly _connection: {
    toImpl(browser: Browser): {
      readonly _browserSession: {
        send(command: string, options: object): Promise<unknown>;
      };
    };
  };
}

/**
 * Playwright sets the colour scheme of each page by a command that the Firefox of Debian does not know, and then no page
 * opens. Without it, pages have the colours of the machine, which are light.
 */
function allowUnknownMedia(browser: Browser): void {
  const session = (browser as unknown as Driver)._connection.toImpl(browser)._browserSession;
  // Sessions of pages are of the same class.
  const shared: typeof session = Object.getPrototypeOf(session);
  const { send } = shared;
  shared.send = async function (this: unknown, command, options) {
    try {
      return await send.call(this, command, options);
    } catch (error) {
      const isUnknown = String(error).includes("unknown command");
      if (command === "emulation.setMediaFeaturesOverride" && isUnknown) return {};
      throw error;
    }
  };
}

/** A browser that tests can be run in. */
export interface TestedBrowser {
  readonly name: "Chromium" | "Firefox";
  /** What the tests need. */
  readonly need: Need;
  start(): Promise<Browser>;
  /** The options of a page for a reader whose machine is dark, in a browser for such pages. */
  startDark(): Promise<{ readonly browser: Browser; readonly options: BrowserContextOptions }>;
}

const ALL: readonly TestedBrowser[] = [
  {
    name: "Chromium",
    need: CHROMIUM,
    start: startBrowser,
    startDark: async () => ({ browser: await startBrowser(), options: { colorScheme: "dark" } }),
  },
  {
    name: "Firefox",
    need: neededFirefox(),
    start: () => startFirefox(),
    // Its pages have the colours of the machine.
    startDark: async () => ({
      browser: await startFirefox({ "ui.systemUsesDarkTheme": 1 }),
      options: {},
    }),
  },
];

/**
 * The browsers of people. `describe.each(BROWSERS)` makes the same tests for each: for all of them in full counts, and
 * for one that is there otherwise.
 */
export const BROWSERS: readonly TestedBrowser[] = IS_FULL
  ? ALL
  : [ALL.find(({ need }) => need.missing === undefined) ?? ALL[0]].filter(
      (one) => one !== undefined,
    );

/**
 * The exception of Firefox for a part that its service worker was still answering for when the page was left, such as by a
 * reload. Of a worker that fails to answer, Firefox speaks in other words.
 */
const LEFT_WHILE_LOADING =
  /^Failed to load .*A ServiceWorker intercepted the request and encountered an unexpected error\.$/;

export interface OpenPage {
  readonly page: Page;
  /** Violations of its policy, errors and warnings of the console, and exceptions so far. */
  readonly complaints: readonly string[];
  /** The addresses that it asked for so far. */
  readonly requests: readonly string[];
}

/**
 * Opens a page in a profile of its own, or one more of a context.
 *
 * @param options such as the size of the window, or the colour scheme (Chromium only)
 */
export async function openPage(
  browser: Browser | BrowserContext,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => {
    if (!LEFT_WHILE_LOADING.test(error.message)) complaints.push(String(error));
  });
  await page.exposeFunction("complain", (text: string) => complaints.push(text));
  await page.addInitScript(`
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      complain("violates " + violatedDirective + ": " + blockedURI + " in " + sourceFile);
    });
  `);
  await page.goto(address);
  return { page, complaints, requests };
}
