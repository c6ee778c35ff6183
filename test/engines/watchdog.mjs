// Outlives a test process to end the servers that it left behind, however it ended: its end of the pipe closes.
// A line of the pipe is JSON: { process, signal } or { directory } to take care of, with `done` when there is no need any more.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

const processes = new Map();
const directories = new Set();

for await (const line of createInterface({ input: process.stdin })) {
  const { process: pid, signal, directory, done } = JSON.parse(line);
  if (pid !== undefined) done ? processes.delete(pid) : processes.set(pid, signal);
  if (directory !== undefined) done ? directories.delete(directory) : directories.add(directory);
}

/** Whether there was a process to send it to. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

for (const [pid, signal] of processes) send(pid, signal);
const deadline = Date.now() + 5000;
for (const pid of processes.keys()) {
  while (send(pid, 0)) {
    if (Date.now() > deadline) send(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
for (const directory of directories) {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
