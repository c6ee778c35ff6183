import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import {
  createKey,
  createKeyring,
  KeyFile,
  KeyFileError,
} from "../../../src/apps/service/index.ts";
import { need } from "../../harness/extent.ts";
import { ask, jsonOf } from "./harness/client.ts";
import { closeAtEnd, temporaryFolder } from "./harness/closing.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";
import { Changes } from "./harness/waiting.ts";

serviceTests();
let folder = "";
beforeAll(() => {
  folder = temporaryFolder("key-file");
});

/** Follows a file of keys until the end of the test. What is wrong with it is collected. */
async function follow(
  path: string,
  changes = new Changes(),
): Promise<{ keys: KeyFile; problems: string[] }> {
  const keys = await KeyFile.open(path);
  const problems: string[] = [];
  keys.follow(({ message }) => {
    problems.push(message);
    changes.changed();
  });
  closeAtEnd(() => keys.close());
  return { keys, problems };
}

/** Some user that is not root. */
const OTHER = 65_534;

function needsRoot(context: TestContext): void {
  const missing = process.getuid?.() === 0 ? undefined : "only root can give files away";
  need(context, { missing, isOptional: true });
}

const whole = createKey("shop b").stored;
const written = (...keys: readonly object[]): string => JSON.stringify({ keys });

describe("a file of keys is read strictly", () => {
  const { label: _, ...nameless } = whole;
  it.each<[what: string, content: string | Buffer, message: RegExp]>([
    ["an empty file", "", /the file is empty/],
    ["a file of spaces", "  \n", /the file is not JSON/],
    ["half a file", '{"keys":[', /the file is not JSON/],
    ["another shape", "[]", /has no list of `keys`/],
    ["nothing", "null", /has no list of `keys`/],
    ["UTF-16", Buffer.from(`\ufeff${written(whole)}`, "utf16le"), /is not UTF-8/],
    ["a list beside the keys", '{"keys":[],"revoked":[]}', /there is no property `revoked`/],
    ["a key that is none", written([5]), /key 1 is not an object/],
    [
      "a misspelt property",
      written({ ...whole, expire: "2020-01-01" }),
      /key 1 \(`shop b`\): there is no property `expire`; did you mean `expires`\?/,
    ],
    [
      "a property that is missing",
      written(whole, nameless),
      /key 2: `label` is missing; key 2: `id` is that of key 1 too/,
    ],
    [
      "a malformed hash",
      written({ ...whole, hash: whole.hash.slice(1) }),
      /key 1 \(`shop b`\): `hash` is not `sha256:` and 64/,
    ],
    [
      "a hash of another kind",
      written({ ...whole, hash: `md5:${"0".repeat(64)}` }),
      /`hash` is not/,
    ],
    [
      "an id that no token has",
      written({ ...whole, id: "shop" }),
      /`id` is not 16 hexadecimal digits/,
    ],
    [
      "a date that is none",
      written({ ...whole, expires: "tomorrow" }),
      /`expires` is not a time of ISO 8601/,
    ],
    [
      "a day that is not in the calendar",
      written({ ...whole, expires: "2027-02-31" }),
      /`expires` is not a time/,
    ],
    [
      "a time without its zone",
      written({ ...whole, expires: "2027-02-01T12:00" }),
      /`expires` is not a time/,
    ],
    ["a number for a date", written({ ...whole, expires: 5 }), /`expires` is not a time/],
    ["a revocation that is none", written({ ...whole, revoked: null }), /`revoked` is not a time/],
    ["a rate that is none", written({ ...whole, rate: 5 }), /`rate` is not an object/],
    ["half a rate", written({ ...whole, rate: { requests: 5 } }), /`rate.seconds` is missing/],
    [
      "a rate of nothing",
      written({ ...whole, rate: { requests: 0, seconds: 1.5, per: 1 } }),
      /`rate.requests` is not a whole number from 1; .*`rate.seconds` is not.*no property `rate.per`/,
    ],
    [
      "a weight of nothing",
      written({ ...whole, weight: 0 }),
      /`weight` is not a whole number from 1 to 10/,
    ],
    ["a weight that leaves nothing", written({ ...whole, weight: 11 }), /`weight` is not a whole/],
    ["half a weight", written({ ...whole, weight: 1.5 }), /`weight` is not a whole number/],
    [
      "an admin that is none",
      written({ ...whole, admin: "yes" }),
      /`admin` is not `true` or `false`/,
    ],
    [
      "an id that comes twice",
      written(whole, { ...createKey("x").stored, id: whole.id }),
      /key 2 \(`x`\): `id` is that of key 1 too/,
    ],
    [
      "a property that comes twice",
      written(whole).replace('"label"', '"id":"0","label"'),
      /`id` occurs twice/,
    ],
    ["many mistakes", written(...Array.from({ length: 30 }, () => ({}))), /; and \d+ more$/],
  ])("%s is refused", async (_what, content, message) => {
    const path = join(folder, "strict.json");
    await writeFile(path, content);
    await expect(KeyFile.open(path)).rejects.toThrow(KeyFileError);
    await expect(KeyFile.open(path)).rejects.toThrow(message);
    await expect(KeyFile.add(path, "x")).rejects.toThrow(message);
    expect(await readFile(path)).toEqual(Buffer.from(content));
  });

  it("a byte order mark is skipped", async () => {
    const path = join(folder, "marked.json");
    const { token, stored } = createKey("marked");
    keepFromLogs(token);
    await writeFile(path, `\ufeff${written(stored)}`);
    expect((await KeyFile.open(path)).find(token)?.label).toBe("marked");
  });

  it("a folder, and a link to a missing file, are refused", async () => {
    mkdirSync(join(folder, "folder.json"));
    await expect(KeyFile.open(join(folder, "folder.json"))).rejects.toThrow(/is not a file/);
    await expect(KeyFile.add(join(folder, "folder.json"), "x")).rejects.toThrow(/is not a file/);
    symlinkSync(join(folder, "nowhere.json"), join(folder, "dangling.json"));
    await expect(KeyFile.add(join(folder, "dangling.json"), "x")).rejects.toThrow(
      /is a link to a file that does not exist/,
    );
  });

  it("a keyring refuses incomplete keys, too", () => {
    const bad = Object.assign({}, whole, { expire: "2020-01-01" });
    expect(() => createKeyring([bad])).toThrow(/`createKeyring`: key 1 \(`shop b`\): .*`expire`/);
    expect(() => createKeyring([whole, whole])).toThrow(/`id` is that of key 1 too/);
    expect(() => createKeyring([{ ...whole, hash: "sha256:x" }])).toThrow(/`hash` is not/);
  });
});

describe("a changed file of keys", () => {
  it("keeps its mode, and its link", async () => {
    const path = join(folder, "real.json");
    const link = join(folder, "link.json");
    await KeyFile.add(path, "first");
    chmodSync(path, 0o640);
    symlinkSync("real.json", link);
    const { stored } = await KeyFile.add(link, "second");
    await KeyFile.revoke(link, stored.id);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o7777).toBe(0o640);
    expect((await KeyFile.open(path)).keys.map(({ label }) => label)).toEqual(["first", "second"]);
  });

  it("is refused if it has two names, since only one would change", async () => {
    const path = join(folder, "two.json");
    await KeyFile.add(path, "first");
    linkSync(path, join(folder, "names.json"));
    await expect(KeyFile.add(path, "second")).rejects.toThrow(/has 2 names \(hard links\)/);
    expect((await KeyFile.open(path)).keys).toHaveLength(1);
  });

  it("keeps its owner", async (context) => {
    needsRoot(context);
    const path = join(folder, "owned.json");
    const { stored } = await KeyFile.add(path, "first");
    chownSync(path, OTHER, OTHER);
    await KeyFile.revoke(path, stored.id);
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o7777]).toEqual([OTHER, OTHER, 0o600]);
  });

  it("is refused and unchanged if its owner cannot stay", async (context) => {
    needsRoot(context);
    const shared = join(folder, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    chmodSync(folder, 0o755);
    const path = join(shared, "keys.json");
    const { stored } = await KeyFile.add(path, "first");
    chmodSync(path, 0o644);
    const before = await readFile(path);
    process.seteuid?.(OTHER);
    try {
      await expect(KeyFile.revoke(path, stored.id)).rejects.toThrow(
        /is of user 0 and group 0, which you cannot keep/,
      );
    } finally {
      process.seteuid?.(0);
    }
    expect(await readFile(path)).toEqual(before);
    expect(statSync(path).uid).toBe(0);
  });
});

describe("a watched file of keys", () => {
  it("adds and revokes keys of a running service", async () => {
    const path = join(folder, "followed.json");
    const { token, stored } = await KeyFile.add(path, "first");
    const { keys } = await follow(path);
    const store = await carStore(someCars(3));
    const service = await serve({ collections: { cars: { store } }, keys });
    const statusOf = async (key: string): Promise<number> => {
      keepFromLogs(key);
      return (await ask(`${service.url}/cars`, { headers: { "x-api-key": key } })).status;
    };
    expect(await statusOf(token)).toBe(200);

    const second = await KeyFile.add(path, "second");
    await keys.look();
    expect([await statusOf(token), await statusOf(second.token)]).toEqual([200, 200]);

    expect((await KeyFile.revoke(path, stored.id))?.label).toBe("first");
    await keys.look();
    expect([await statusOf(token), await statusOf(second.token)]).toEqual([401, 200]);
    expect(await KeyFile.revoke(path, "0000000000000000")).toBeUndefined();
  });

  it("leaves the keys unchanged while it is invalid, and reports that once", async () => {
    const path = join(folder, "broken.json");
    const { token } = await KeyFile.add(path, "first");
    const { keys, problems } = await follow(path);
    const good = await readFile(path, "utf8");
    for (const bad of ["{", "[]", '{"keys":[{}]}', '{"keys":5}']) {
      const before = problems.length;
      await writeFile(path, bad);
      for (const _ of [1, 2, 3]) await keys.look();
      // One that is watched may have been seen when it was empty, too.
      expect(new Set(problems.slice(before)).size).toBe(problems.length - before);
      expect(problems.length).toBeGreaterThan(before);
      expect(keys.find(token)?.label).toBe("first");
    }
    const told = problems.length;
    await rm(path);
    await keys.look();
    expect(problems.slice(told)).toMatchObject([expect.stringContaining("there is no such file")]);
    expect(keys.find(token)?.label).toBe("first");
    const { token: other } = createKey("other");
    await writeFile(path, good);
    const added = await KeyFile.add(path, "second");
    await keys.look();
    expect(keys.find(added.token)?.label).toBe("second");
    expect(keys.find(token)?.label).toBe("first");
    expect(keys.find(other)).toBeUndefined();
  });

  it("is read again without a call", async () => {
    const path = join(folder, "watched.json");
    await KeyFile.add(path, "first");
    const changes = new Changes();
    const { problems } = await follow(path, changes);
    await writeFile(path, "{");
    await changes.until("a problem of the file", () => problems.length > 0);
  });
});

describe("a file of keys", () => {
  it("is not created to revoke a key", async () => {
    const path = join(folder, "missing.json");
    await expect(KeyFile.revoke(path, "0000000000000000")).rejects.toThrow(KeyFileError);
    expect(existsSync(path)).toBe(false);
  });

  it("that is missing or holds something else is an error for the operator", async () => {
    await expect(KeyFile.open(join(folder, "absent.json"))).rejects.toThrow(KeyFileError);
    const path = join(folder, "else.json");
    await writeFile(path, '{"keys":[{"id":"x"}]}');
    await expect(KeyFile.open(path)).rejects.toThrow(/else\.json: key 1: `label` is missing/);
    await expect(KeyFile.add(path, "x")).rejects.toThrow(KeyFileError);
    expect(await readFile(path, "utf8")).toBe('{"keys":[{"id":"x"}]}');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("is readable by its owner only", async () => {
    const path = join(folder, "mode.json");
    const { token } = await KeyFile.add(path, "first");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).not.toContain(token.slice(-43));
  });
});

describe("a service whose file of keys can no longer be read", () => {
  it.each<[what: string, spoil: (path: string) => Promise<void>]>([
    ["it is deleted", (path) => unlink(path)],
    ["it is empty", (path) => writeFile(path, "")],
    [
      "a key has a misspelt property",
      (path) => writeFile(path, written({ ...whole, expire: "x" })),
    ],
    [
      "another file is put in its place",
      async (path) => {
        await writeFile(`${path}.new`, "{}");
        await rename(`${path}.new`, path);
      },
    ],
  ])("keeps the old keys, and notifies the operator: %s", async (_what, spoil) => {
    const path = join(folder, "running.json");
    await rm(path, { force: true });
    const { token } = await KeyFile.add(path, "first", { admin: true });
    keepFromLogs(token);
    const good = await readFile(path);
    const { keys, problems } = await follow(path);
    const store = await carStore(someCars(3));
    const service = await serve({ collections: { cars: { store } }, keys, metrics: true });
    const get = (address: string) =>
      ask(`${service.url}${address}`, { headers: { "x-api-key": token } });
    expect((await get("/readyz")).status).toBe(200);
    expect((await get("/metrics")).text).toContain("isoform_keys_current 1");

    await spoil(path);
    await keys.look();
    const { status, text } = await get("/readyz");
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { status: "unavailable", keys: "the keys are old, since their file cannot be read" },
    ]);
    // Everybody may ask it.
    expect(text).not.toContain(folder);
    expect(keys.problem).toBe(problems.at(-1));
    expect((await get("/cars")).status).toBe(200);
    expect((await get("/metrics")).text).toContain("isoform_keys_current 0");

    await writeFile(path, good);
    await keys.look();
    expect(keys.problem).toBeUndefined();
    expect((await get("/readyz")).status).toBe(200);
    expect((await get("/metrics")).text).toContain("isoform_keys_current 1");
  });
});

describe("keys of the operator", () => {
  it("are needed for the metrics, which name all holders", async () => {
    const store = await carStore(someCars(3));
    const [shop, ops] = [createKey("shop"), createKey("ops", { admin: true })];
    for (const { token } of [shop, ops]) keepFromLogs(token);
    const keys = createKeyring([shop.stored, ops.stored]);
    const service = await serve({ collections: { cars: { store } }, keys, metrics: true });
    const get = ({ token }: { token: string }) =>
      ask(`${service.url}/metrics`, { headers: { "x-api-key": token } });
    const refused = await get(shop);
    expect([refused.status, jsonOf(refused)]).toMatchObject([403, { code: "forbidden" }]);
    expect((await get(ops)).text).toContain('key="shop"');
  });
});
