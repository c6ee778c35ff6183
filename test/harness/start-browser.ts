import { type Browser, chromium } from "playwright-core";
import { findProgram, neededProgram } from "../apps/service/harness/programs.ts";
import type { Need } from "./extent.ts";

const chromiumPath = findProgram(
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
);

/** What tests of pages need. */
export const CHROMIUM: Need = neededProgram("Chromium", chromiumPath);

/**
 * A name of this machine that browsers do not trust as they trust `127.0.0.1`: a page from it is like one from a host
 * without encryption.
 */
export const PLAIN_HOST = "plain.test";

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
