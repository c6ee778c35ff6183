import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

type Close = () => unknown;

/** What was opened outside of the tests of a file, such as in `beforeAll`. */
const ofFile: Close[] = [];

/** Closes something when the test is over that opened it; and when the file is over if no test did. */
export function closeAtEnd(close: Close): void {
  if (TestRunner.getCurrentTest() === undefined) ofFile.push(close);
  else {
    onTestFinished(async () => {
      await close();
    });
  }
}

/** To be called once in a file that opens something outside of its tests. What was opened last is closed first. */
export function closeWithFile(): void {
  afterAll(async () => {
    for (const close of ofFile.splice(0).reverse()) await close();
  });
}

/** A new folder, which is removed at the end of the test or file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `isoform-${name}-`));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
