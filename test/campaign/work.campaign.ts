import fc from "fast-check";
import { it } from "vitest";
import { compile, defineSchema } from "../../src/index.ts";
import { workOf } from "../../src/language/core/work.ts";
import { lowerSource } from "../harness/ways.ts";
import { expectBelow, extent, figure } from "./figures.ts";

// The work of a formula is an upper estimate: what really happens does not take several times as long.

const schema = defineSchema({ title: "text" });

const text = fc.constantFrom("{title}", '"ß"', '"aA1"', '"😀"', "{title}", "REPT({title},99)");
const formulas = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 6 },
    { weight: 2, arbitrary: text },
    tie("text").map((x) => `UPPER(${x})`),
    tie("text").map((x) => `LOWER(${x})`),
    tie("text").map((x) => `TRIM(${x})`),
    tie("text").map((x) => `ENCODE_URL_COMPONENT(${x})`),
    fc.tuple(tie("text"), tie("text")).map(([x, y]) => `(${x}&${y})`),
    fc.tuple(tie("text"), tie("text")).map(([x, y]) => `SUBSTITUTE(${x},"a",${y})`),
    fc.tuple(tie("text"), fc.nat(3000)).map(([x, count]) => `REPT(${x},${count})`),
    fc.tuple(tie("text"), fc.nat(3000)).map(([x, count]) => `MID(${x},2,${count})`),
    fc.tuple(tie("text"), tie("text")).map(([x, y]) => `FIND(${x},${y})&""`),
    fc
      .tuple(
        tie("text"),
        fc.constantFrom(
          "[AB].{300}x",
          "(?:.{0,300}@|[A-Z])",
          "(.*A){8}.{80}x",
          "A.*B.*1.*2",
          ".*x",
          "[A-Z]",
          "",
        ),
      )
      .map(([x, pattern]) => `REGEX_REPLACE(${x},"${pattern}","$0b")`),
  ),
})).text;

const LONGEST = 256;
/** Estimates beyond it take too long to try. */
const MOST_ESTIMATED_MS = 500;
/** What a call takes at least. */
const CALL_MS = 5;
/** The first runs of code that the engine has not optimised yet take several times as long, and other threads collect garbage. */
const RUNS = 40;

/** The milliseconds of work that are estimated for a formula, or `undefined` if it is refused. */
function estimatedMs(source: string): number | undefined {
  const result = lowerSource(source, schema);
  if (!result.ok) return undefined;
  const { root, condition } = result.lowered;
  return workOf([root, condition], () => LONGEST).total / 1e6;
}

it("a formula takes no longer than its estimated work", () => {
  let largest = { ratio: 0, source: "" };
  let tried = 0;
  const property = fc.property(
    formulas,
    fc.constantFrom("a", "ß", "Σ", "AB12@", "aß😀"),
    fc.nat(LONGEST),
    (text, unit, count) => {
      const source = `${text}="x"`;
      const options = { limits: { work: Number.POSITIVE_INFINITY }, codeGeneration: false };
      const result = compile<object>(source, schema, options);
      const estimated = estimatedMs(source);
      if (!result.ok || estimated === undefined || estimated > MOST_ESTIMATED_MS) return;
      const title = unit.repeat(count).slice(0, LONGEST);
      let least = Number.POSITIVE_INFINITY;
      for (let run = 0; run < RUNS && least >= estimated + CALL_MS; run++) {
        const before = process.cpuUsage();
        result.formula.matches({ title });
        least = Math.min(least, process.cpuUsage(before).user / 1e3);
      }
      tried++;
      const ratio = Math.max(0, least - CALL_MS) / estimated;
      if (ratio > largest.ratio) largest = { ratio, source };
    },
  );
  fc.assert(property, { numRuns: extent(1_000, 20_000) });
  figure("formulas", tried);
  figure("the one that is estimated worst", largest.source);
  expectBelow("longer than estimated", largest.ratio, 12, "times");
});
