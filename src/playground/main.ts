// The playground: a page that filters records while a formula is typed. It needs no server.

import { Page } from "./page.ts";
import { openInWorker } from "./records/worker-source.ts";
import { element } from "./shell/element.ts";

const DEMO_CARS = 100_000;
const FIRST = 'AND({country} = "Italy", {price} < 50000, FIND("AD15", {optionCodes}))';

async function begin(): Promise<void> {
  const host = document.querySelector("main");
  if (host === null) return;
  try {
    const source = await openInWorker("demo cars", { kind: "demo", count: DEMO_CARS });
    const page = new Page({ source, formula: FIRST, sort: [], changed: () => undefined });
    host.replaceChildren(page.element);
    page.editor.focus();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    host.replaceChildren(element("p", { className: "problem" }, message));
  }
}

begin();
