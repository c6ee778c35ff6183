import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoCars } from "../../../src/apps/demo/index.ts";
import { KeyFile } from "../../../src/apps/service/key-file.ts";
import { Program, runCli, temporaryFolder } from "./run-cli.ts";

interface Served {
  readonly url: string;
  /** The key that a demonstration makes. */
  readonly token: string;
  readonly program: Program;
}

async function serve(...args: readonly string[]): Promise<Served> {
  const program = new Program(["serve", ...args, "--port", "0"]);
  const [, url = ""] = await program.says(/^serving (\S+)$/m);
  const [, token = ""] = args.includes("--demo") ? await program.says(/(isf_\S+)/) : [];
  return { url, token, program };
}

async function getCars(
  url: string,
  token: string,
  formula: string,
): Promise<readonly { vin: string }[]> {
  const address = new URL(url);
  address.searchParams.set("filterByFormula", formula);
  const response = await fetch(address, { headers: { "x-api-key": token } });
  expect(response.status).toBe(200);
  const cars: unknown = await response.json();
  expect(Array.isArray(cars)).toBe(true);
  return Array.isArray(cars) ? cars : [];
}

const [{ vin: firstVin } = { vin: "" }] = demoCars(1);

describe("serve", () => {
  test.each(["", "short"])("refuses a secret that can be guessed: %j", async (secret) => {
    const env = { ISOFORM_CURSOR_SECRET: secret };
    const { code, err } = await runCli(["serve", "--demo", "5"], { env });
    expect(code).toBe(2);
    expect(err).toContain("ISOFORM_CURSOR_SECRET is shorter than 16 characters");
  });

  test("serves generated cars with a key for this run", async () => {
    const { url, token, program } = await serve(
      ...[
        "--demo",
        "500",
        "--log-level",
        "silent",
        "--memory",
        "64MB",
        "--parameter",
        "home",
        "--time-zone",
        "Asia/Tokyo",
      ],
    );
    const inTokyo = 'AND($home = "x", DATESTR("2024-03-01T20:00Z") = "2024-03-02")';
    expect(await getCars(`${url}?param.home=x`, token, inTokyo)).toHaveLength(500);
    const expected = [...demoCars(500)].filter(({ price }) => price < 30_000).map(({ vin }) => vin);
    const found = await getCars(url, token, "{price} < 30000");
    expect(found.map(({ vin }) => vin)).toEqual(expected.sort());
    expect((await fetch(url)).status).toBe(401);
    program.child.kill("SIGTERM");
    const { code, out, err } = await program.ended;
    expect(err).toMatch(/stopping: running answers may finish\n$/);
    expect({ code, out }).toEqual({ code: 0, out: "" });
  });

  test("serves a file with a key file, below a prefix", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "cars.ndjson");
    writeFileSync(file, [...demoCars(50)].map((car) => JSON.stringify(car)).join("\n"));
    const keys = join(folder, "keys.json");
    const { token } = await KeyFile.add(keys, "test");
    const { url, program } = await serve(
      ...[file, "--key", "vin", "--keys", keys, "--prefix", "/v1", "--path", "/listings"],
    );
    expect(url).toMatch(/\/v1\/listings\/cars$/);
    expect((await getCars(url, token, "TRUE()")).length).toBe(50);
    program.child.kill("SIGINT");
    const { code, out } = await program.ended;
    expect(code).toBe(0);
    // Logs are lines of JSON, without the token.
    for (const line of out.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("level");
    expect(out).not.toContain(token);
  });

  test("names the collection in paths and documents as its file is named", async () => {
    const folder = temporaryFolder();
    for (const year of [2023, 2024]) {
      writeFileSync(join(folder, `orders-${year}.csv`), `id,total\n${year},5\n`);
    }
    const keys = join(folder, "keys.json");
    const { token } = await KeyFile.add(keys, "test");
    const { url } = await serve(
      ...[join(folder, "orders-*.csv"), "--key", "id", "--keys", keys, "--log-level", "silent"],
    );
    expect(url).toMatch(/:\d+\/orders$/);
    expect(await getCars(url, token, "{total} = 5")).toHaveLength(2);
    const headers = { "x-api-key": token };
    const answer = await fetch(new URL("/openapi.json", url), { headers });
    const { paths } = (await answer.json()) as { readonly paths: object };
    expect(Object.keys(paths)).toContain("/orders");
    expect(Object.keys(paths).some((path) => path.includes("cars"))).toBe(false);
  });

  test("serves what a configuration declares", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.ndjson"), '{"id":1,"price":5}\n{"id":2}\n');
    const { token } = await KeyFile.add(join(folder, "keys.json"), "test");
    const config = {
      keys: "keys.json",
      logLevel: "silent",
      collections: {
        things: {
          source: ["a.ndjson", "b-*.csv"],
          key: "id",
          maxRecords: 10,
          decimal: ",",
          parameters: { least: "number" },
        },
      },
      timeZone: "Asia/Tokyo",
    };
    writeFileSync(join(folder, "b-1.csv"), "id;price\n3;1.234,50\n");
    writeFileSync(join(folder, "isoform.json"), JSON.stringify(config));
    const { url } = await serve("--config", join(folder, "isoform.json"));
    expect(url).toMatch(/\/things$/);
    expect(await getCars(url, token, "ISBLANK({price})")).toEqual([{ id: 2, price: null }]);
    expect(await getCars(url, token, "{price} > 1000")).toEqual([{ id: 3, price: 1234.5 }]);
    const bound = await getCars(`${url}?param.least=1000`, token, "{price} > $least");
    expect(bound).toEqual([{ id: 3, price: 1234.5 }]);
    const inTokyo = 'DATESTR("2024-03-01T20:00Z") = "2024-03-02"';
    expect(await getCars(url, token, inTokyo)).toHaveLength(3);
  });
});

test("threads that search many records end with the service", async () => {
  const args = ["--demo", "100000", "--threads", "1", "--log-level", "silent"];
  const { url, token, program } = await serve(...args);
  const costly = 'REGEX_MATCH(LOWER({optionCodes}) & SUBSTITUTE({url}, "e", "ee"), "x.*[0-9]q$")';
  const found = await getCars(url, token, `OR({vin} = "${firstVin}", ${costly})`);
  expect(found.map(({ vin }) => vin)).toEqual([firstVin]);
  const filtered = `${url}?filterByFormula=${encodeURIComponent(`OR({year} = 1, ${costly})`)}`;
  // The service says that it continues when the request has begun.
  const headers = { "x-api-key": token, expect: "100-continue" };
  const last = get(filtered, { headers });
  const answer = once(last, "response");
  await once(last, "continue");
  program.child.kill("SIGTERM");
  const [response] = await answer;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await program.ended).toMatchObject({ code: 0, signal: null });
});

test("a second signal ends it without waiting for responses", async () => {
  const { url, token, program } = await serve("--demo", "30000", "--log-level", "silent");
  const { port, hostname } = new URL(url);
  // A client that takes the beginning of a long answer, and then nothing more.
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  socket.write(`GET /cars HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${token}\r\n\r\n`);
  const [beginning] = await once(socket, "data");
  expect(String(beginning)).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  program.child.kill("SIGINT");
  await program.says(/stopping/);
  program.child.kill("SIGINT");
  expect(await program.ended).toMatchObject({ code: 130, signal: null });
  socket.destroy();
});

describe("serve refuses", () => {
  test.each<[args: readonly string[], code: number, message: RegExp]>([
    [[], 2, /give one of a source, --config and --demo/],
    [["cars.ndjson", "--demo", "5"], 2, /give one of/],
    [["cars.ndjson"], 2, /--keys is missing/],
    [["--demo", "5", "--prefix", "v1"], 2, /--prefix is a path such as/],
    [["--demo", "5", "--path", "cars"], 2, /--path is a path such as \/shop, not "cars"/],
    [["--demo", "5", "--path", "/shop/../cars"], 2, /--path is a path such as \/shop/],
    [["a.csv", "--name", "a/b", "--keys", "k"], 2, /--name is one part of a path, .*not "a\/b"/],
    [["a.csv", "--name", "..", "--keys", "k"], 2, /--name is one part of a path/],
    [
      ["my orders (2).csv", "--keys", "k"],
      2,
      /`my orders \(2\)` cannot be the last part of a path\n.*--name my-orders-2\n/,
    ],
    [["注文.csv", "--keys", "k"], 2, /`注文` cannot be the last part .*\n.*--name orders\n/],
    [["a.csv", "b.csv", "--keys", "k"], 2, /no name in common: name them with --name/],
    [["sqlite:a.db", "--keys", "k"], 2, /the table is missing: name it with --table/],
    [["sqlite:a.db", "--table", "main.my orders", "--keys", "k"], 2, /`my orders` cannot be/],
    [["--config", "x", "--name", "cars"], 2, /--name belongs to one collection/],
    [["--demo", "5", "--port", "65536"], 2, /from 0 to 65535/],
    [["--demo", "5", "--keys", "/nowhere/keys.json"], 3, /no such file/],
    [["--config", "/nowhere/isoform.json"], 3, /no such file/],
    [["--config", "x", "--decimal", ","], 2, /--decimal belongs to one collection/],
    [["cars.csv", "--delimiter", "ab", "--keys", "k"], 2, /`delimiter` must be one character/],
    [["--config", "x", "--table", "cars"], 2, /--table belongs to one collection/],
    [["--config", "x", "--parameter", "a"], 2, /--parameter belongs to one collection/],
    [["--demo", "5", "--time-zone", "Mars/Base"], 2, /there is no time zone `Mars\/Base`/],
    [["--demo", "5", "--parameter", "a b"], 2, /--parameter `a b`: write `name:type`/],
    [["--demo", "5", "--parameter", "a:colour"], 2, /write `name:type`, with one of text, number/],
    [
      ["--demo", "5", "--parameter", "a", "--parameter", "a:text"],
      2,
      /--parameter a is given twice/,
    ],
    [["--demo", "5", "--memory", "512"], 2, /--memory is a size such as 512mb or 2gb, not "512"/],
    [["--demo", "5", "--memory", "0kb"], 2, /--memory is a size/],
    [["--demo", "5", "--log-level", "warning"], 2, /must be one of trace, debug, info, warn/],
  ])("%j", async (args, code, message) => {
    const run = await runCli(["serve", ...args]);
    expect(run.err).toMatch(message);
    expect(run).toMatchObject({ code, out: "" });
    expect(run.err).not.toMatch(/^\s+at /m);
  });

  test("a collection at an address that the service needs", async () => {
    const folder = temporaryFolder();
    const [file, keys] = [join(folder, "livez.csv"), join(folder, "keys.json")];
    writeFileSync(file, "id\na\n");
    await KeyFile.add(keys, "test");
    const run = await runCli(["serve", file, "--key", "id", "--keys", keys]);
    expect(run).toMatchObject({ code: 2, out: "" });
    expect(run.err).toContain(
      "something else is served at /livez: give the collection another name or `path`",
    );
  });

  test("a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => promisify(other.close.bind(other))());
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const run = await runCli(["serve", "--demo", "5", "--log-level", "silent", "--port", port]);
    expect(run).toMatchObject({ code: 3, out: "" });
    expect(run.err).toMatch(/127\.0\.0\.1:\d+: another program already uses this port\n$/);
  });

  test("a configuration, with every problem", async () => {
    const path = join(temporaryFolder(), "isoform.json");
    const config = {
      prot: 80,
      port: "80",
      rate: { requests: 5 },
      timeZone: "Mars/Base",
      collections: {
        cars: {
          sorce: "cars.ndjson",
          schema: { fields: { a: "colour" } },
          timeZone: "+02:00",
          parameters: { user: "string" },
          describe: "no",
        },
      },
    };
    writeFileSync(path, JSON.stringify(config));
    const { code, err } = await runCli(["serve", "--config", path]);
    expect(code).toBe(1);
    for (const problem of [
      "there is no `prot`; did you mean `port`?",
      "`port` is not a whole number from 0 to 65535",
      "`timeZone` is not the name of a time zone",
      "collections.cars: `timeZone` is not the name of a time zone",
      "collections.cars: `parameters` is not an object with a type for each parameter: text, number",
      "collections.cars: `describe` is not an object",
      "rate: `seconds` is missing",
      "collections.cars: `source` is missing",
      "collections.cars: there is no `sorce`; did you mean `source`?",
      "collections.cars: `schema`: field `a`",
    ]) {
      expect(err).toContain(problem);
    }
  });

  test.each([["{"], ["[]"], ['{"collections":{}}'], ['{"collections":[1]}']])(
    "the configuration %s",
    async (json) => {
      const path = join(temporaryFolder(), "isoform.json");
      writeFileSync(path, json);
      const run = await runCli(["serve", "--config", path]);
      expect(run).toMatchObject({ code: 1, out: "" });
      expect(run.err).not.toMatch(/^\s+at /m);
    },
  );
});
