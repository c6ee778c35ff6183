import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "../../harness/built.ts";
import { extent, figure } from "../figures.ts";
import { SOURCE_BUGS, type SourceBug } from "./source-bugs.ts";

// A suite that passes with a bug planted in the sources does not test them. `npm run mutation` plants many small ones; these are the
// bugs that a person makes. The short form plants some of them, others on each day.

const VITEST = `${ROOT}/node_modules/vitest/vitest.mjs`;

function planted(): readonly SourceBug[] {
  const count = extent(3, SOURCE_BUGS.length);
  const today = Math.floor(Date.now() / 86_400_000) * count;
  return Array.from(
    { length: count },
    (_, index) => SOURCE_BUGS[(today + index) % SOURCE_BUGS.length],
  ).filter((bug) => bug !== undefined);
}

it.each(planted().map((bug) => [bug.name, bug] as const))("tests find %s", (name, { tests }) => {
  const args = ["run", ...tests, "--bail", "1", "--reporter", "dot"];
  const env = {
    ...process.env,
    ISOFORM_PLANTED: name,
    ISOFORM_BUILD: "no",
    ISOFORM_MODE: "test",
    ISOFORM_TESTS: "quick",
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [VITEST, ...args], {
    cwd: ROOT,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const said = stdout + stderr;
  figure(name, /FAIL .*/.exec(said)?.[0] ?? "not found");
  expect(status).toBe(1);
  expect(said).toMatch(/FAIL /);
  // Without it, the tests would fail as well.
  expect(said).not.toMatch(/Cannot find (package|module)/);
});
