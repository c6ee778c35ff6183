import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { filters } from "./filters.ts";
import { builtPackage } from "./isoform.ts";
import { type Spread, spreadOf } from "./measure.ts";

export interface ColdStartResult {
  readonly runs: number;
  readonly contestants: readonly {
    readonly name: string;
    /** Milliseconds from before the import to the first result, measured in the process itself. */
    readonly toAnswer: Spread | undefined;
    /** Milliseconds from spawning the process to its exit. */
    readonly process: Spread;
  }[];
}

interface Program {
  readonly name: string;
  readonly arguments: readonly string[];
}

const formula = filters.find(({ id }) => id === "F3")?.formula ?? "";

const useOfPackage = `
const cars = defineSchema({
  vin: { type: "text", key: true },
  country: "text", price: "number", tax: "number", year: "number", title: "text", optionCodes: "text",
});
const car = { vin: "1", country: "Italy", price: 42000, tax: 0, year: 2021, title: "Model 3", optionCodes: "AD15,AF02" };
const answer = compileOrThrow(${JSON.stringify(formula)}, cars).matches(car);
const elapsed = performance.now() - start;
if (answer !== true) throw new Error("the car must match");
console.log(elapsed);
`;

/** A program that imports a build's root, and prints the time to the first result. */
export function importProgram(name: string, root: URL): Program {
  return {
    name,
    arguments: [
      "--input-type=module",
      "--eval",
      `const start = performance.now();
      const { compileOrThrow, defineSchema } = await import(${JSON.stringify(root.href)});
      ${useOfPackage}`,
    ],
  };
}

const programs: readonly Program[] = [
  importProgram("isoform, import (ESM)", builtPackage.esm),
  {
    name: "isoform, require (CJS)",
    arguments: [
      "--input-type=commonjs",
      "--eval",
      `const start = performance.now();
      const { compileOrThrow, defineSchema } = require(${JSON.stringify(fileURLToPath(builtPackage.cjs))});
      ${useOfPackage}`,
    ],
  },
  { name: "node -e 0", arguments: ["--eval", "0"] },
];

/** Runs the programs alternately, each in a fresh process. */
export function benchColdStart(runs: number): ColdStartResult {
  const series = programs.map((program) => ({
    program,
    answers: [] as number[],
    processes: [] as number[],
  }));
  // The first run warms the file cache and is not counted.
  for (let turn = 0; turn <= runs; turn++) {
    for (const { program, answers, processes } of series) {
      const { toAnswer, process } = runProgram(program);
      if (turn === 0) continue;
      processes.push(process);
      if (toAnswer !== undefined) answers.push(toAnswer);
    }
  }
  return {
    runs,
    contestants: series.map(({ program, answers, processes }) => ({
      name: program.name,
      toAnswer: answers.length === 0 ? undefined : spreadOf(answers),
      process: spreadOf(processes),
    })),
  };
}

/** Runs a program in a fresh process. In milliseconds. */
export function timeToAnswer(program: Program): number {
  const { toAnswer } = runProgram(program);
  if (toAnswer === undefined) throw new Error(`${program.name} tells no time`);
  return toAnswer;
}

function runProgram(program: Program): { toAnswer: number | undefined; process: number } {
  const start = performance.now();
  const child = spawnSync(process.execPath, program.arguments, { encoding: "utf8", env: {} });
  const elapsed = performance.now() - start;
  if (child.status !== 0) throw new Error(`${program.name} failed:\n${child.stderr}`);
  return { toAnswer: child.stdout === "" ? undefined : Number(child.stdout), process: elapsed };
}
