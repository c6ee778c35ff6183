import { afterAll, expect } from "vitest";
import { Changes } from "./waiting.ts";

// The log of every service of a test file is kept, and searched at its end for secrets.

let lines: string[] = [];
const secrets = new Set<string>();
const changes = new Changes();

/** Where services log to. */
export const logTo = {
  write(line: string): void {
    lines.push(line);
    changes.changed();
  },
};

export function logged(): readonly string[] {
  return lines;
}

/** Waits for lines of the log, from a line on, and returns all from there. */
export async function logLines(
  what: string,
  from: number,
  areThere: (some: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const some = (): readonly string[] => lines.slice(from);
  await changes.until(`lines of the log: ${what}`, () => areThere(some()));
  return some();
}

/** No log may hold this. What is short could stand there by chance. */
export function keepFromLogs(secret: unknown): void {
  if (typeof secret !== "string" || secret.length < 6) return;
  secrets.add(secret);
}

/** To be called where services are started: at the end of the file its logs are searched. */
export function searchLogsAtEnd(): void {
  afterAll(() => {
    const text = lines.join("");
    const found = [...secrets].filter((secret) => {
      const escaped = JSON.stringify(secret).slice(1, -1);
      const encoded = isEncodable(secret) ? encodeURIComponent(secret) : secret;
      return [secret, escaped, encoded].some((form) => text.includes(form));
    });
    expect(found).toEqual([]);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    // Another file may use the same process.
    lines = [];
    secrets.clear();
  });
}

function isEncodable(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
