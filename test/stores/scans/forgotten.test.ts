import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the memory of tables that a pool has forgotten is used again", async () => {
  const script = fileURLToPath(new URL("forgotten-child.ts", import.meta.url));
  const child = fork(script, [], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [mebibytes] = (await once(child, "message")) as [readonly number[]];
  expect(await ended).toEqual([0, null]);
  // Thirty tables have 32 MiB each. Some wait to be collected.
  const [first = 0] = mebibytes;
  expect(mebibytes).toHaveLength(30);
  expect(Math.max(...mebibytes) - first).toBeLessThan(500);
});
