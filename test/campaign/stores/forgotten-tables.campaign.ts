import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the memory of tables that a pool has dropped is reused", async () => {
  const script = fileURLToPath(new URL("forgotten-child.ts", import.meta.url));
  const child = fork(script, [], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [mebibytes] = (await once(child, "message")) as [readonly number[]];
  expect(await ended).toEqual([0, null]);
  // Thirty tables have 32 MiB each, 960 in all. Some wait to be collected.
  const [first = 0] = mebibytes;
  expect(mebibytes).toHaveLength(30);
  const growth = Math.max(...mebibytes) - first;
  console.info(`thirty tables of 32 MiB took ${growth.toFixed(0)} MiB at most`);
  expect(growth).toBeLessThan(700);
});
