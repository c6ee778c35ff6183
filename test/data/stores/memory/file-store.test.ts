import { execFileSync, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  appendFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FileStore, FileStoreOptions } from "../../../../src/data/stores/memory/file-store.ts";
import { pollFiles } from "../../../../src/data/stores/memory/file-watch.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { findProgram, neededProgram } from "../../../apps/service/harness/programs.ts";
import { need } from "../../../harness/extent.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { useFolder } from "../files/folder.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { openFiles, openWatched } from "./open-files.ts";
import { take } from "./take.ts";

const folder = useFolder();

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });

const cars = (count: number, price = 1): string =>
  Array.from(
    { length: count },
    (_, index) => `${JSON.stringify({ vin: `${index}`, price })}\n`,
  ).join("");

const pricesOf = async (store: FileStore): Promise<ReadonlySet<unknown>> =>
  new Set((await take(store, {})).map(({ price }) => price));

describe("a file", () => {
  it.each(["cars.ndjson", "cars.json", "cars.csv", "cars.csv.gz"])(
    "%s is held in memory",
    async (name) => {
      const contents: Readonly<Record<string, string>> = {
        ndjson: '{"vin":"B","price":2}\n{"vin":"A"}',
        json: '[{"vin":"B","price":2},{"vin":"A"}]',
        csv: "vin,price\nB,2\nA,\n",
      };
      const path = folder.write(name, contents[name.split(".")[1] ?? ""] ?? "");
      const store = await openFiles(path, { schema });
      expect(store.kind).toBe("memory");
      expect(store.size).toBe(2);
      expect(await take(store, {})).toEqual([
        { vin: "A", price: null },
        { vin: "B", price: 2 },
      ]);
      expect(await store.count(compileOrThrow("{price} = 2", schema), { signal: NEVER })).toBe(1);
      expect(store.explain(compileOrThrow("{price} = 2", schema))).toHaveLength(1);
      await store.check({ signal: NEVER });
    },
  );

  it("without a schema needs to know its key", async () => {
    const path = folder.write("key.csv", "vin,price\nA,1\n");
    expect(await errorOf(openFiles(path))).toMatchObject({
      code: "setup",
      message: `${path}: it is not known which field identifies a record: give the option \`key\`, or a schema with a key that is not hidden (the fields are \`vin\`, \`price\`)`,
    });
    const store = await openFiles(path, { key: "vin" });
    expect(store.schema.toJSON()).toEqual({
      fields: { vin: { type: "text", key: true }, price: "number" },
    });
  });

  it("with a key twice, or a blank one, is an error with both positions", async () => {
    const path = folder.write("twice.csv", 'vin,price\nB,1\n"A\nA",2\nC,3\n"A\nA",4\n');
    expect(await errorOf(openFiles(path, { schema }))).toMatchObject({
      code: "data",
      message: `${path}, line 6: the key \`vin\` is \`"A\\nA"\`, as it is at ${path}, line 3`,
    });
    const blank = folder.write("blank.json", '[{"vin":"A"},{"price":2}]');
    expect(await errorOf(openFiles(blank, { schema }))).toMatchObject({
      code: "data",
      message: `${blank}, record 2: the key \`vin\` is blank`,
    });
  });

  it("has the same version for the same content", async () => {
    const path = folder.write("version.ndjson", cars(3));
    const version = async (options: FileStoreOptions = {}): Promise<string> =>
      (await openFiles(path, { schema, ...options })).version;
    const first = await version();
    utimesSync(path, 0, 0);
    expect(await version()).toBe(first);
    const narrow = defineSchema({ vin: { type: "text", key: true } });
    expect(await version({ schema: narrow })).not.toBe(first);
    folder.write("version.ndjson", cars(3, 2));
    expect(await version()).not.toBe(first);
    folder.write("version.ndjson", cars(3));
    expect(await version()).toBe(first);
  });
});

describe("a file that changes", () => {
  it("by a rename is read again", async () => {
    const path = folder.write("rename.ndjson", cars(3));
    const { store, change } = await openWatched(path, { schema });
    const before = store.version;
    renameSync(folder.write("rename.new", cars(5, 2)), path);
    await change();
    expect(store.version).not.toBe(before);
    expect(store.size).toBe(5);
    expect(await pricesOf(store)).toEqual(new Set([2]));
  });

  it("by an overwrite is read again", async () => {
    const path = folder.write("place.ndjson", cars(3));
    const { store, change } = await openWatched(path, { schema });
    writeFileSync(path, cars(4));
    await change();
    expect(store.size).toBe(4);
    appendFileSync(path, '{"vin":"new"}\n');
    await change();
    expect(store.size).toBe(5);
    // As long as before, and as old.
    const { atime, mtime } = statSync(path);
    writeFileSync(path, `${cars(4, 2)}{"vin":"new"}\n`);
    utimesSync(path, atime, mtime);
    await change();
    expect(await pricesOf(store)).toEqual(new Set([2, null]));
  });

  it("behind a link is read again", async () => {
    const link = folder.path("link.ndjson");
    symlinkSync(folder.write("one.txt", cars(1)), link);
    const { store, change } = await openWatched(link, { schema });
    symlinkSync(folder.write("two.txt", cars(2)), folder.path("link.new"));
    renameSync(folder.path("link.new"), link);
    await change();
    expect(store.size).toBe(2);
  });

  it("notifies the store through its watch", async () => {
    const path = folder.write("noticed.ndjson", cars(3));
    const looks = new EventEmitter();
    const store = await openFiles(path, {
      schema,
      watch: true,
      watchFiles: (onSign) =>
        pollFiles(async () => {
          await onSign();
          looks.emit("end");
        }),
    });
    renameSync(folder.write("noticed.new", cars(5)), path);
    while (store.size !== 5) await once(looks, "end");
    expect(await take(store, {})).toHaveLength(5);
  });

  it("may disappear and come back", async () => {
    const path = folder.write("away.ndjson", cars(3));
    const problems: StoreError[] = [];
    const onProblem = (error: StoreError): unknown => problems.push(error);
    const { store, change } = await openWatched(path, { schema, onProblem });
    rmSync(path);
    await change();
    expect(problems[0]).toBeInstanceOf(StoreError);
    expect(problems[0]?.message).toBe(`${path}: there is no such file`);
    expect(store.size).toBe(3);
    folder.write("away.ndjson", cars(4));
    await change();
    expect(store.size).toBe(4);
    expect(problems).toHaveLength(1);
  });

  it("to something unreadable leaves the records, and is reported once", async () => {
    const path = folder.write("broken.ndjson", cars(3));
    const problems: string[] = [];
    const onProblem = ({ message }: Error): unknown => problems.push(message);
    const { store, change } = await openWatched(path, { schema, onProblem });
    const before = store.version;
    writeFileSync(path, `${cars(3)}{"vin":"3","price":"dear"}\n`);
    for (let look = 0; look < 3; look++) await change();
    expect(problems).toEqual([`${path}, line 4: \`price\` is not a number: \`"dear"\``]);
    expect(store.version).toBe(before);
    writeFileSync(path, cars(2));
    await change();
    expect(store.size).toBe(2);
    expect(problems).toHaveLength(1);
  });

  it("when no file can be opened is read later", async (context) => {
    const prlimit = findProgram("prlimit");
    need(context, neededProgram("prlimit", prlimit));
    const path = folder.write("later.ndjson", cars(3));
    const script = fileURLToPath(new URL("few-files-child.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, path], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    const exit = once(child, "exit");
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => (await lines.next()).value;
    const ask = async (word: string): Promise<unknown> => {
      child.stdin.write(`${word}\n`);
      return next();
    };
    expect(await next()).toBe("loaded");
    // To load the sources takes many files by itself.
    execFileSync(prlimit ?? "", [`--pid=${child.pid}`, "--nofile=64:64"]);
    expect(await ask("open")).toBe("no file can be opened");
    writeFileSync(path, cars(5));
    expect(await ask("look")).toMatch(/EMFILE/);
    expect(await next()).toBe("3 records");
    // It is told once.
    expect(await ask("look")).toBe("3 records");
    expect(await ask("close")).toBe("closed");
    expect(await ask("look")).toBe("5 records");
    child.stdin.end();
    await exit;
  });

  it("again and again is served with its last content", async () => {
    const path = folder.write("often.ndjson", cars(1));
    const problems: StoreError[] = [];
    const onProblem = (error: StoreError): unknown => problems.push(error);
    const { store, change } = await openWatched(path, { schema, onProblem });
    for (let round = 0; round < 60; round++) {
      if (round % 2 === 0) writeFileSync(path, cars(100 + round));
      else renameSync(folder.write("often.new", cars(100 + round)), path);
      const looked = change();
      if (round % 7 === 0) await looked;
    }
    // The look that goes on may have seen the last but one.
    await change();
    await change();
    expect(store.size).toBe(159);
    expect(problems).toEqual([]);
  });

  it("is read once it has been unchanged for a while", async () => {
    const path = folder.write("halves.ndjson", cars(10, 0));
    const { store, change, clock } = await openWatched(path, { schema, clock: new ManualClock() });
    const [first, second, third] = [cars(10, 1).slice(0, 100), cars(10, 1).slice(100), cars(5, 2)];
    writeFileSync(path, first);
    const looked = change();
    await clock.awaited();
    appendFileSync(path, second);
    await clock.skip();
    await clock.awaited();
    writeFileSync(path, third);
    await clock.skip();
    await clock.awaited();
    expect(await pricesOf(store)).toEqual(new Set([0]));
    await clock.skip();
    await looked;
    expect(await pricesOf(store)).toEqual(new Set([2]));
  });

  it("is never served half while it is read", async () => {
    // All prices of a file are the same; in a file that is half of one and half of another they would not be.
    const path = folder.write("half.ndjson", cars(4_000, 0));
    const problems: StoreError[] = [];
    const onProblem = (error: StoreError): unknown => problems.push(error);
    const { store, change } = await openWatched(path, { schema, onProblem });
    const sizes = new Set([4_000]);
    for (let round = 1; round <= 12; round++) {
      const content = cars(4_000, round);
      const middle = content.indexOf("\n", content.length / 2) + 1;
      const half = content.slice(0, middle);
      const looked = change();
      writeFileSync(path, half);
      change();
      // The store goes on with its work for another number of iterations each time.
      for (let iteration = 0; iteration < round; iteration++) await setImmediate();
      appendFileSync(path, content.slice(middle));
      if (round % 3 === 0) await looked;
      const prices = await pricesOf(store);
      expect(prices.size).toBe(1);
      // A half is served only if it was the whole file for as long as it was read, now or in an earlier round.
      sizes.add(half.split("\n").length - 1);
      expect(sizes).toContain(store.size);
    }
    await change();
    await change();
    expect(await pricesOf(store)).toEqual(new Set([12]));
    expect(problems).toEqual([]);
  });

  it("does not change a running query", async () => {
    const path = folder.write("snapshot.ndjson", cars(5000));
    const { store, change } = await openWatched(path, { schema });
    const begun = store.read({}, { signal: NEVER })[Symbol.asyncIterator]();
    const asked = store.read({}, { signal: NEVER });
    const prices: unknown[] = [];
    const first = await begun.next();
    renameSync(folder.write("snapshot.new", cars(7000, 2)), path);
    await change();
    for (let next = first; next.done !== true; next = await begun.next()) {
      prices.push(...next.value.map(({ price }) => price));
    }
    expect(prices).toEqual(Array<number>(5000).fill(1));
    // A query is of the records that there were when it was asked, whenever its answer is taken.
    let late = 0;
    for await (const batch of asked) late += batch.length;
    expect(late).toBe(5000);
    expect(await take(store, {})).toHaveLength(7000);
  });

  it("keeps the inferred schema", async () => {
    const path = folder.write("schema.csv", "vin,price\nA,1\n");
    const problems: string[] = [];
    const onProblem = ({ message }: Error): unknown => problems.push(message);
    const { store, change } = await openWatched(path, { key: "vin", onProblem });
    writeFileSync(path, "vin,price\nA,cheap\n");
    await change();
    expect(problems).toEqual([`${path}, line 2: \`price\` is not a number: \`"cheap"\``]);
    writeFileSync(path, "vin\nA\n");
    await change();
    expect(problems[1]).toBe(`${path}: there is no column for \`price\``);
    writeFileSync(path, "extra,price,vin\nx,2,A\ny,3,B\n");
    await change();
    expect(store.size).toBe(2);
  });

  it("is read again with the others of its pattern, and with new ones", async () => {
    folder.write("part-1.ndjson", '{"vin":"A","price":1}\n');
    const { store, change } = await openWatched(folder.path("part-*.ndjson"), { schema });
    expect(store.size).toBe(1);
    folder.write("part-2.ndjson", '{"vin":"B","price":2}\n');
    await change();
    expect(store.size).toBe(2);
    rmSync(folder.path("part-1.ndjson"));
    await change();
    expect(await take(store, {})).toEqual([{ vin: "B", price: 2 }]);
  });

  it("is not read without a watch, or after the store is closed", async () => {
    const path = folder.write("unwatched.ndjson", cars(3));
    const watchFiles = (): never => {
      throw new Error("it is watched");
    };
    await openFiles(path, { schema, watch: false, watchFiles });
    const { store, change, clock } = await openWatched(path, { schema, clock: new ManualClock() });
    writeFileSync(path, cars(4));
    const looked = change();
    await clock.awaited();
    await store.close();
    await looked;
    expect(clock.timers).toBe(0);
    expect(store.size).toBe(3);
    expect(await errorOf(take(store, {}))).toMatchObject({ code: "unavailable" });
  });
});
