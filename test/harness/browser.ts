import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram, neededProgram } from "../service/harness/programs.ts";
import type { Need } from "./extent.ts";

const path = findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

/** What tests in a browser need. */
export const CHROMIUM: Need = neededProgram("Chromium", path);

/** Without these, the browser asks its maker for things, or wants a graphics card. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser of this machine, with a profile of its own that is gone when it is closed. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: path ?? "", args: FLAGS });
}

export interface OpenPage {
  readonly page: Page;
  /** Violations of its policy, errors and warnings of the console, and exceptions so far. */
  readonly complaints: readonly string[];
  /** The addresses that it asked for so far. */
  readonly requests: readonly string[];
}

export async function openPage(browser: Browser, address: string): Promise<OpenPage> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.exposeFunction("complain", (text: string) => complaints.push(text));
  await page.addInitScript(`
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      complain("violates " + violatedDirective + ": " + blockedURI + " in " + sourceFile);
    });
  `);
  await page.goto(address);
  return { page, complaints, requests };
}
