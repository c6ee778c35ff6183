// This folder holds contract tests for stores that other people write.

/** One requirement of a contract, to run as one test in any test runner. */
export interface ContractCheck {
  /** The title of the test. */
  readonly name: string;
  /** Rejects with an error that describes the difference. */
  readonly run: () => Promise<void>;
}

/** Throws if the JSON of two values differs. */
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
