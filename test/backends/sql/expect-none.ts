/** Fails with the first few problems, each as it is. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 10).map((problem) => problem.slice(0, 4000));
  throw new Error(`${problems.length} problems:\n\n${shown.join("\n\n")}`);
}
