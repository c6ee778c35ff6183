import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { it } from "vitest";
import { ATTACKS, CORPUS } from "../attacks/corpus.ts";
import { BASE_ROWS } from "../attacks/fixture.ts";
import { tryFormula } from "../attacks/invariants.ts";
import { need } from "../harness/extent.ts";
import { expectBelow } from "./figures.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

function heapAfterGarbage(): number {
  if (typeof collectGarbage === "function") collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("formulas of the corpus of attacks retain no memory, and little while they run", (context) => {
  need(context, CORPUS);
  const before = heapAfterGarbage();
  const peakBefore = process.resourceUsage().maxRSS;
  for (const { kind, input } of ATTACKS ?? []) if (kind === "formula") tryFormula(input, BASE_ROWS);
  expectBelow("kept", (heapAfterGarbage() - before) / 2 ** 20, 64, "MiB");
  expectBelow("peak", (process.resourceUsage().maxRSS - peakBefore) / 2 ** 10, 512, "MiB");
});
