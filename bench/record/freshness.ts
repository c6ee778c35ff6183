import { execFileSync } from "node:child_process";
import type { FigureRecord } from "./figure-record.ts";
import { MEASURED } from "./origin.ts";

/** A figure is outdated once more than this number of commits have changed what it measures. */
export const MOST_COMMITS = 100;

/** The git history of a folder, if it is known. */
export type History =
  | { readonly isKnown: false; readonly reason: string }
  | {
      readonly isKnown: true;
      /** The number of commits after one that change what is measured; `undefined` if it is not in this history. */
      commitsSince(commit: string): number | undefined;
    };

/** The history of the repository of a folder, unless git or a part of the history is missing. */
export function historyOf(folder: URL): History {
  const git = (...args: readonly string[]): string | undefined => {
    try {
      const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
      return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio }).trim();
    } catch {
      return undefined;
    }
  };
  const isShallow = git("rev-parse", "--is-shallow-repository");
  if (isShallow === undefined)
    return { isKnown: false, reason: "this is no clone of a repository" };
  if (isShallow !== "false") return { isKnown: false, reason: "this is a shallow clone" };
  return {
    isKnown: true,
    commitsSince(commit) {
      if (git("merge-base", "--is-ancestor", commit, "HEAD") === undefined) return;
      const count = git("rev-list", "--count", `${commit}..HEAD`, "--", ...MEASURED);
      return count === undefined ? undefined : Number(count);
    },
  };
}

/** Messages about outdated figures, one for each benchmark and commit. */
export function staleFigures(
  { figures }: FigureRecord,
  history: Extract<History, { readonly isKnown: true }>,
): readonly string[] {
  const origins = new Map<string, string>();
  for (const { id, commit } of figures) origins.set(`${id.split("/")[0]} ${commit}`, commit);
  return [...origins].flatMap(([partAndCommit, commit]) => {
    const [part] = partAndCommit.split(" ");
    const count = history.commitsSince(commit);
    if (count === undefined)
      return [`${part}: measured at ${commit}, which is not in this history`];
    return count <= MOST_COMMITS
      ? []
      : [
          `${part}: measured at ${commit}, ${count} commits ago; at most ${MOST_COMMITS} are allowed`,
        ];
  });
}
