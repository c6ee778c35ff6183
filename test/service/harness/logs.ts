import { afterAll, expect } from "vitest";

// What every service of a test file logs is kept, and searched at its end for what no log may hold.

const lines: string[] = [];
const secrets = new Set<string>();

/** Where services log to. */
export const logTo = {
  write(line: string): void {
    lines.push(line);
  },
};

export function logged(): readonly string[] {
  return lines;
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
  });
}

function isEncodable(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
