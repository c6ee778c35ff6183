// This folder holds contract tests, which show whether a store that somebody else wrote keeps the rules for stores.

/** One requirement of a contract. Any test runner can run it as one test. */
export interface ContractCheck {
  /** What the check is about. */
  readonly name: string;
  /** Rejects with an error that says what differs. */
  readonly run: () => Promise<void>;
}

/** Throws if two values are not the same JSON. */
export function expectSame(found: unknown, expected: unknown, what: string): void {
  const [foundText, expectedText] = [found, expected].map((value) => JSON.stringify(value) ?? "");
  if (foundText === expectedText) return;
  throw new Error(`${what}: expected ${shortened(expectedText)}, found ${shortened(foundText)}`);
}

/** The error that a promise rejects with. It throws if the promise does not reject. */
export async function errorOf(promise: Promise<unknown>, what: string): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: expected an error`);
}

function shortened(text = ""): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
