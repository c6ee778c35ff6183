import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { growthChart } from "../../bench/charts/growth.ts";
import { columnsChart, rowsChart } from "../../bench/charts/ratios.ts";
import { shapesChart } from "../../bench/charts/shapes.ts";
import { type Figure, FigureRecord } from "../../bench/record/figure-record.ts";
import { historyOf, MOST_COMMITS, staleFigures } from "../../bench/record/freshness.ts";
import { MEASURED_SECTIONS } from "../../bench/record/pages.ts";

const origin = { commit: "abc1234", date: "2026-11-28", machine: "2 cores with Node 20.20" };

function figure(id: string, value = 1, from = origin): Figure {
  return { id, value, unit: "ms", ...from };
}

/** Knows which figures were asked for. */
class ObservedRecord extends FigureRecord {
  readonly asked = new Set<string>();

  override find(id: string): number | undefined {
    this.asked.add(id);
    return super.find(id);
  }
}

const record = new ObservedRecord(FigureRecord.read().figures);

describe("the record of figures", () => {
  it("has no figure that no page and no chart shows", () => {
    const charts = [rowsChart, columnsChart, growthChart, shapesChart];
    for (const show of [...Object.values(MEASURED_SECTIONS), ...charts]) show(record);
    expect(record.figures.map(({ id }) => id).filter((id) => !record.asked.has(id))).toEqual([]);
  });

  it("has each figure once, with the commit, the day and the machine", () => {
    const ids = record.figures.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const one of record.figures) {
      expect(one.commit).toMatch(/^[0-9a-f]{7,40}$/);
      expect(one.date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(one.machine).toMatch(/^\d+ cores .* with Node \d/);
    }
  });

  it("replaces the figures of a part that is measured again, and rounds them to four digits", () => {
    const before = new FigureRecord([figure("rows/a"), figure("rows/b"), figure("rowsets/a")]);
    const later = { ...origin, commit: "def5678" };
    const after = before.withPart("rows", [{ id: "rows/a", value: 1.23456, unit: "ms" }], later);
    expect(after.figures).toEqual([figure("rowsets/a"), figure("rows/a", 1.235, later)]);
  });

  it("names the commit at which figures were measured, and the parts if commits differ", () => {
    const one = new FigureRecord([figure("rows/a"), figure("cold/a")]);
    expect(one.origins("rows", "cold")).toBe(
      "Measured at commit abc1234 on 2026-11-28, on 2 cores with Node 20.20.",
    );
    const two = one.withPart("cold", [figure("cold/a")], { ...origin, commit: "def5678" });
    expect(two.origins("rows", "cold")).toBe(
      "rows: measured at commit abc1234 on 2026-11-28, on 2 cores with Node 20.20. cold: measured at commit def5678 on 2026-11-28, on 2 cores with Node 20.20.",
    );
  });

  it("has no value for a figure that was not measured", () => {
    expect(() => new FigureRecord([]).value("rows/a")).toThrow("the record has no figure `rows/a`");
  });
});

describe("the age of figures", () => {
  let folder = "";
  let commits: readonly string[] = [];
  const inFolder = (name: string): URL => pathToFileURL(join(folder, name, "/"));
  const git = (name: string, args: readonly string[], input = ""): string =>
    execFileSync("git", args, { cwd: inFolder(name), input, encoding: "utf8" }).trim();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "isoform-history-"));
    git(".", ["init", "--quiet", "whole"]);
    const author = "committer A <a@example.com> 1700000000 +0000";
    const stream = Array.from(
      { length: MOST_COMMITS + 3 },
      (_, index) =>
        // The last commit changes nothing that is measured.
        `commit refs/heads/main\n${author}\ndata 0\nM 100644 inline ${index < MOST_COMMITS + 2 ? "src/index.ts" : "README.md"}\n` +
        `data ${String(index).length}\n${index}\n`,
    );
    git("whole", ["fast-import", "--quiet"], stream.join("\n"));
    git("whole", ["symbolic-ref", "HEAD", "refs/heads/main"]);
    commits = git("whole", ["rev-list", "HEAD", "--", "src"]).split("\n");
    git(".", ["clone", "--quiet", "--depth", "1", inFolder("whole").href, "shallow"]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const staleAfter = (count: number): readonly string[] => {
    const history = historyOf(inFolder("whole"));
    if (!history.isKnown) throw new Error(history.reason);
    const commit = commits[count] ?? "";
    return staleFigures(new FigureRecord([figure("rows/a", 1, { ...origin, commit })]), history);
  };

  it("may be a hundred commits that change measured code, and no more", () => {
    expect(staleAfter(0)).toEqual([]);
    expect(staleAfter(100)).toEqual([]);
    expect(staleAfter(101)).toEqual([
      `rows: measured at ${commits[101]}, 101 commits ago; at most 100 are allowed`,
    ]);
  });

  it("is refused for a commit of another history", () => {
    const history = historyOf(inFolder("whole"));
    if (!history.isKnown) throw new Error(history.reason);
    expect(staleFigures(new FigureRecord([figure("rows/a")]), history)).toEqual([
      "rows: measured at abc1234, which is not in this history",
    ]);
  });

  it("is not known in a shallow clone", () => {
    expect(historyOf(inFolder("shallow"))).toEqual({
      isKnown: false,
      reason: "this is a shallow clone",
    });
  });

  it("is not known outside of a repository", () => {
    expect(historyOf(inFolder("."))).toMatchObject({ isKnown: false });
  });
});
