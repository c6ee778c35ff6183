import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { storeContract } from "../../../src/data/testing/index.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = join(root, "test/editors/extension/store");
const modules = join(own, "node_modules");

/** Installs packages as links: isoform itself, which is then what was built, and others from beside it. */
function install(): void {
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(join(modules, "@types"), { recursive: true });
  symlinkSync(root, join(modules, "isoform"), "junction");
  for (const name of ["fastify", "@types/node"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
}

describe("a store in a package of its own", () => {
  it("compiles against the types that are exported, fulfils the contract and is served", () => {
    install();
    const tsc = join(root, "node_modules/typescript-7/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", own], { stdio: "pipe", encoding: "utf8" });
    const program = join(modules, ".built/check.js");
    const output = execFileSync(process.execPath, [program], { encoding: "utf8" });
    const checks = storeContract(() => Promise.reject(new Error("only the names are needed")));
    expect(output.trim().split("\n")).toEqual([
      ...checks.map(({ name }) => `ok: a store ${name}`),
      "ok: the service serves it",
    ]);
  });
});
