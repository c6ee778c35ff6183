import { chmodSync, chownSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KeyFile } from "../../../src/apps/service/key-file.ts";
import { need } from "../../harness/extent.ts";
import { untilAnswer } from "../../harness/until-answer.ts";
import { Program, runCli, temporaryFolder } from "./run-cli.ts";

/** Some user that is not root. */
const OTHER = 65_534;

function keyFile(): string {
  return join(temporaryFolder(), "keys.json");
}

describe("keys", () => {
  test("are created, and accepted; the file does not hold the token", async () => {
    const path = keyFile();
    const { code, out, err } = await runCli(["keys", "create", "price watcher", "--file", path]);
    expect(code).toBe(0);
    expect(out).toMatch(/^isf_[0-9a-f]{16}_[\w-]{43}\n$/);
    const token = out.trimEnd();
    expect(err).not.toContain(token);
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(token.slice(-43));
    expect(statSync(path).mode & 0o077).toBe(0);
    expect((await KeyFile.open(path)).find(token)).toMatchObject({ label: "price watcher" });
  });

  test("may have a policy that names custom functions of the service, if they are declared", async () => {
    const path = keyFile();
    const policy = { functions: { deny: ["TWICE", "LEN"] } };
    const create = (...options: readonly string[]) =>
      runCli([
        ...["keys", "create", "one", "--file", path, "--policy", JSON.stringify(policy)],
        ...options,
      ]);
    const refused = await create();
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("names of functions, but is the text `TWICE`");
    expect(refused.err).toContain("--function");
    const made = await create("--function", "TWICE");
    expect(made.code).toBe(0);
    expect((await KeyFile.open(path)).find(made.out.trimEnd())).toMatchObject({ policy });

    for (const name of ["twice", "LEN"]) {
      const wrong = await create("--function", "TWICE", "--function", name);
      expect(wrong.code, name).toBe(2);
      expect(wrong.err).toContain(`\`${name}\``);
    }
    const alone = await runCli(["keys", "create", "one", "--file", path, "--function", "TWICE"]);
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("give both");
  });

  test("are listed without hashes, and revoked", async () => {
    const path = keyFile();
    const made = await runCli([
      ...[
        "keys",
        "create",
        "one",
        "--file",
        path,
        "--expires",
        "2999-01-31",
        "--requests",
        "5",
        "--json",
      ],
    ]);
    const { result } = JSON.parse(made.out);
    await runCli(["keys", "create", "two", "--file", path]);
    const listed = await runCli(["keys", "list", "--file", path]);
    expect(listed.out.split("\n")[0]).toMatch(
      new RegExp(
        `^${result.id}  active   \\S+ expires 2999-01-31T00:00:00.000Z 5 requests in 60 s  one$`,
      ),
    );
    expect(listed.out.trimEnd().split("\n").length).toBe(2);

    const revoked = await runCli(["keys", "revoke", result.id, "--file", path]);
    expect(revoked).toMatchObject({ code: 0, out: "" });
    expect(revoked.err.split("\n")).toEqual([
      `key ${result.id} (one) is revoked`,
      expect.stringMatching(
        /^a running service that can read \/.*keys\.json \(of user \d+, mode 600\) notices this within two/,
      ),
      "",
    ]);
    const asJson = await runCli(["keys", "list", "--file", path, "--json"]);
    const keys = JSON.parse(asJson.out).result;
    expect(keys.map(({ label, state }: Record<string, unknown>) => [label, state])).toEqual([
      ["one", "revoked"],
      ["two", "active"],
    ]);
    expect(asJson.out).not.toContain("sha256");
    expect((await KeyFile.open(path)).find(result.token)).toBeUndefined();
  });

  test("of the operator are marked in the list", async () => {
    const path = keyFile();
    const { code, out } = await runCli([
      ...["keys", "create", "ops", "--admin", "--file", path, "--json"],
    ]);
    expect([code, JSON.parse(out).result]).toMatchObject([0, { label: "ops", admin: true }]);
    expect((await KeyFile.open(path)).keys).toMatchObject([{ label: "ops", admin: true }]);
    expect((await runCli(["keys", "list", "--file", path])).out).toMatch(/ admin {2}ops$/m);
  });

  test("have a weight if --weight is given", async () => {
    const path = keyFile();
    const create = ["keys", "create", "big", "--file", path, "--json", "--weight"];
    const { code, out } = await runCli([...create, "4"]);
    expect([code, JSON.parse(out).result]).toMatchObject([0, { label: "big", weight: 4 }]);
    expect((await KeyFile.open(path)).keys).toMatchObject([{ label: "big", weight: 4 }]);
    expect((await runCli(["keys", "list", "--file", path])).out).toMatch(/ weight 4 {2}big$/m);
    for (const weight of ["0", "11", "1.5"])
      expect((await runCli([...create, weight])).code).toBe(2);
  });

  test("revoked by root are refused by a service of another user", async (context) => {
    const missing =
      process.getuid?.() === 0 ? undefined : "only root can run another user's service";
    need(context, { missing, isOptional: true });
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const path = join(folder, "keys.json");
    const link = join(folder, "link.json");
    const { token, stored } = await KeyFile.add(path, "one");
    chownSync(path, OTHER, OTHER);
    symlinkSync(path, link);
    const records = join(folder, "cars.ndjson");
    writeFileSync(records, '{"vin":"a"}\n');
    const args = ["serve", records, "--key", "vin", "--keys", link, "--port", "0"];
    const program = new Program(args, { user: OTHER, cwd: folder });
    const [, address = ""] = await program.says(/^serving (\S+)$/m);
    const status = async (): Promise<number> =>
      (await fetch(address, { headers: { "x-api-key": token } })).status;
    expect(await status()).toBe(200);
    const { code } = await runCli(["keys", "revoke", stored.id, "--file", link]);
    expect(code).toBe(0);
    await untilAnswer("a key that is refused", status, (code) => code === 401);
    expect((await fetch(new URL("/readyz", address))).status).toBe(200);
    const { uid, mode } = statSync(path);
    expect([uid, mode & 0o7777]).toEqual([OTHER, 0o600]);
  });

  test("are listed without control characters of their labels", async () => {
    const path = keyFile();
    await runCli(["keys", "create", "a\u001b[31mb\nc", "--file", path]);
    const { out } = await runCli(["keys", "list", "--file", path]);
    expect(out).not.toContain("\u001b");
    expect(out.trimEnd().split("\n").length).toBe(1);
  });

  test.each<[args: readonly string[], code: number, message: RegExp]>([
    [["create", " "], 2, /the label is empty/],
    [["create", "a", "--expires", "tomorrow"], 2, /a day or a time such as/],
    [["create", "a", "--expires", "2024-02-31x"], 2, /a day or a time such as/],
    [["create", "a", "--expires", "2020-01-01"], 2, /is past/],
    [["create", "a", "--seconds", "5"], 2, /give both/],
    [["create", "a", "--requests", "0"], 2, /from 1/],
    [["list"], 3, /no such file/],
    [["revoke", "abc"], 3, /no such file/],
  ])("%j is refused", async (args, code, message) => {
    const [name = "", ...rest] = args;
    const run = await runCli(["keys", name, ...rest, "--file", keyFile()]);
    expect(run).toMatchObject({ code, out: "" });
    expect(run.err).toMatch(message);
    expect(run.err).not.toMatch(/^\s+at /m);
  });

  test("that do not exist cannot be revoked", async () => {
    const path = keyFile();
    const { stored } = await KeyFile.add(path, "one");
    const near = `${stored.id.slice(0, -1)}x`;
    const run = await runCli(["keys", "revoke", near, "--file", path]);
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.err).toContain(`did you mean ${stored.id}?`);
  });

  test("never replace a file that holds something else", async () => {
    const path = keyFile();
    writeFileSync(path, '{"other":1}');
    expect(await runCli(["keys", "create", "a", "--file", path])).toMatchObject({
      code: 3,
      out: "",
    });
    expect(readFileSync(path, "utf8")).toBe('{"other":1}');
  });
});
