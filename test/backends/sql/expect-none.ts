/** Fails with the first few problems, unchanged. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 10).map((problem) => problem.slice(0, 4000));
  throw new Error(`${problems.length} problems:\n\n${shown.join("\n\n")}`);
}
