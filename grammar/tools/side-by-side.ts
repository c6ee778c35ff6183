import { spawn } from "node:child_process";

// `tsx grammar/tools/side-by-side.ts NAME…` runs scripts of package.json concurrently, prints the output of each when
// it ends, and fails if one fails.

function run(script: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", script], { stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    }
    child.once("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once("close", (status) => {
      process.stdout.write(Buffer.concat(output));
      resolve(status === 0);
    });
  });
}

const passed = await Promise.all(process.argv.slice(2).map(run));
if (!passed.every(Boolean)) process.exitCode = 1;
