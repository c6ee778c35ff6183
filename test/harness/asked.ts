/** Whether the command names tests that are to run. Then they do, however long they are, and nothing is prepared for others. */
export function isAsked(): boolean {
  const [, , ...given] = process.argv;
  const isValue = (index: number): boolean => /^--?[a-z]+$/i.test(given[index - 1] ?? "");
  return given.some((each, index) => !/^(-|run$)/.test(each) && !isValue(index));
}
