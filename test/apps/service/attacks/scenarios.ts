import { createKey } from "../../../../src/apps/service/index.ts";
import { exchange } from "../harness/client.ts";
import { keepFromLogs } from "../harness/logs.ts";
import { readAnswers } from "./received.ts";
import type { Attacked } from "./served.ts";

/** Does something to a service that no plain request does, and gives the statuses that came of it. */
export type Scenario = (service: Attacked) => Promise<readonly number[]>;

/** With the key, and a connection that ends with the answer. */
const head = (
  { token }: Attacked,
  line: string,
  ...headers: readonly string[]
): readonly string[] => [
  line,
  "host: x",
  `x-api-key: ${token}`,
  "connection: close",
  ...headers,
  "",
  "",
];

const send =
  (line: string, ...headers: readonly string[]): Scenario =>
  async (service) => {
    const answers = await service.send(head(service, line, ...headers).join("\r\n"));
    return answers.map(({ status }) => status);
  };

const post =
  (body: string | Buffer, ...headers: readonly string[]): Scenario =>
  async (service) => {
    const bytes = Buffer.from(body).toString("latin1");
    const types = headers.some((header) => header.startsWith("content-type"))
      ? headers
      : ["content-type: application/json", ...headers];
    const lines = head(
      service,
      "POST /cars/query HTTP/1.1",
      ...types,
      `content-length: ${bytes.length}`,
    );
    const answers = await service.send(lines.join("\r\n") + bytes);
    return answers.map(({ status }) => status);
  };

const withKey =
  (...headers: readonly string[]): Scenario =>
  async (service) => [
    (
      await service.get(
        "/cars?maxRecords=1",
        headers.map((text) => text.replace("<key>", service.token)),
      )
    ).status,
  ];

/** Asks for cars with a header, and looks at the answer. */
const looking =
  (
    target: string,
    headers: readonly string[],
    isRight: (answer: Awaited<ReturnType<Attacked["get"]>>) => boolean,
  ): Scenario =>
  async (service) => {
    const answer = await service.get(target, [`x-api-key: ${service.token}`, ...headers]);
    if (!isRight(answer)) throw new Error(`${answer.status} ${[...answer.headers].join("; ")}`);
    return [answer.status];
  };

/** The methods that there are stand in `Allow`. */
const refusedMethod =
  (method: string): Scenario =>
  async (service) => {
    const lines = head(service, `${method} /cars HTTP/1.1`, "content-length: 0");
    const [answer] = await service.send(lines.join("\r\n"));
    if (answer?.headers.get("allow") !== "GET, HEAD, OPTIONS") throw new Error("no Allow");
    return [answer.status];
  };

export const SCENARIOS = {
  "no key": withKey(),
  "an empty key": withKey("x-api-key:"),
  "a wrong key of the same length": async (service) => {
    const { token } = createKey("other");
    keepFromLogs(token);
    return withKey(`x-api-key: ${token}`)(service);
  },
  "a right id with a wrong rest": async (service) => {
    const changed = service.token.slice(0, -1) + (service.token.endsWith("A") ? "B" : "A");
    return withKey(`x-api-key: ${changed}`)(service);
  },
  "a wrong key of another length": withKey("x-api-key: x"),
  "a key that is too long by one": withKey("x-api-key: <key>x"),
  "two keys": withKey("x-api-key: a", "x-api-key: b"),
  "a right key twice": withKey("x-api-key: <key>", "x-api-key: <key>"),
  "a header's name in capitals": withKey("X-API-KEY: <key>"),
  "a key with spaces behind": withKey("x-api-key: <key>  "),
  "a key that names a property": withKey("x-api-key: constructor"),
  "a key of a megabyte": async ({ port }) => {
    const bytes = `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${"k".repeat(1_048_576)}\r\n\r\n`;
    const received = await exchange(port, bytes);
    return readAnswers(received).map(({ status }) => status);
  },
  "a key of bytes that are no ASCII": withKey("x-api-key: k\u00e9y\u00ff"),
  "a key in the address": async (service) => [
    (await service.get(`/cars?x-api-key=${service.token}`, [])).status,
  ],
  "a key as a bearer": withKey("authorization: Bearer <key>"),
  "another origin": looking(
    "/cars?maxRecords=1",
    ["origin: https://evil.example"],
    ({ headers }) => !headers.has("access-control-allow-origin"),
  ),
  "a preflight": async (service) => {
    const lines = [
      "OPTIONS /cars HTTP/1.1",
      "host: x",
      "origin: https://evil.example",
      "access-control-request-method: GET",
      "connection: close",
    ];
    const [answer] = await service.send(`${lines.join("\r\n")}\r\n\r\n`);
    if (answer?.body !== "" || answer.headers.has("access-control-allow-origin"))
      throw new Error("a preflight says something");
    return [answer.status];
  },
  HEAD: send("HEAD /cars?filterByFormula=1%3D1 HTTP/1.1"),
  "HEAD without a key": async (service) => {
    const lines = ["HEAD /cars HTTP/1.1", "host: x", "connection: close", "", ""];
    return (await service.send(lines.join("\r\n"))).map(({ status }) => status);
  },
  "a length and chunks": send(
    "POST /cars/query HTTP/1.1",
    "content-length: 4",
    "transfer-encoding: chunked",
  ),
  "two lengths": send("POST /cars/query HTTP/1.1", "content-length: 4", "content-length: 5"),
  "a length that is none": send("POST /cars/query HTTP/1.1", "content-length: +4"),
  "chunks that are not the last encoding": send(
    "POST /cars/query HTTP/1.1",
    "transfer-encoding: chunked, gzip",
  ),
  "a chunk of no size": async (service) => {
    const lines = head(
      service,
      "POST /cars/query HTTP/1.1",
      "content-type: application/json",
      "transfer-encoding: chunked",
    );
    const answers = await service.send(`${lines.join("\r\n")}zz\r\n{}\r\n0\r\n\r\n`);
    return answers.map(({ status }) => status);
  },
  "a GET with a body, and another behind it": async (service) => {
    const key = `x-api-key: ${service.token}`;
    const first = `GET /cars?maxRecords=1 HTTP/1.1\r\nhost: x\r\n${key}\r\ncontent-length: 10\r\n\r\n0123456789`;
    const second = `GET /cars?maxRecords=2 HTTP/1.1\r\nhost: x\r\n${key}\r\nconnection: close\r\n\r\n`;
    const answers = await service.send(first + second);
    const counts = answers.map(({ body }) => (JSON.parse(body) as unknown[]).length);
    if (counts.join() !== "1,2") throw new Error(`answers of ${counts}`);
    return answers.map(({ status }) => status);
  },
  "a request that hides in a body": async (service) => {
    const hidden = `GET /cars?maxRecords=2 HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\n\r\n`;
    const first = `GET /livez HTTP/1.1\r\nhost: x\r\ncontent-length: ${hidden.length}\r\nconnection: close\r\n\r\n`;
    return (await service.send(first + hidden)).map(({ status }) => status);
  },
  "header lines that are folded": send("GET /cars HTTP/1.1", "x-other: a\r\n b"),
  "a space before a colon": send("GET /cars HTTP/1.1", "x-other : a"),
  "line feeds alone": async ({ port }) =>
    readAnswers(await exchange(port, "GET /cars HTTP/1.1\nhost: x\n\n")).map(
      ({ status }) => status,
    ),
  "two hosts": send("GET /cars?maxRecords=1 HTTP/1.1", "host: y"),
  "a thousand parameters that are whole numbers": async (service) => {
    const names = Array.from({ length: 1_100 }, (_, index) => `${(index + 1) * 1_048_576}=`);
    return [(await service.get(`/cars?${names.join("&")}`)).status];
  },
  "no HTTP at all": async ({ port }) =>
    readAnswers(await exchange(port, "\x16\x03\x01\x02\x00\x01\x00")).map(({ status }) => status),
  "HTTP/2 to one who does not speak it": async (service) => {
    const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const statuses = readAnswers(await exchange(service.port, preface)).map(({ status }) => status);
    if (statuses.some((status) => status !== 505)) throw new Error(`answers of ${statuses}`);
    return [(await service.get("/cars?maxRecords=1")).status];
  },
  PUT: refusedMethod("PUT"),
  DELETE: refusedMethod("DELETE"),
  PATCH: refusedMethod("PATCH"),
  POST: refusedMethod("POST"),
  TRACE: refusedMethod("TRACE"),
  "a method that is none": send("STEAL /cars HTTP/1.1"),
  CONNECT: async ({ port, token }) =>
    readAnswers(
      await exchange(port, `CONNECT x:80 HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`),
    ).map(({ status }) => status),
  "a body of 10 MB": async (service) => {
    const lines = head(
      service,
      "POST /cars/query HTTP/1.1",
      "content-type: application/json",
      `content-length: ${10 * 1_048_576}`,
    );
    // Only the beginning of it is sent: the answer does not wait for the rest.
    return (await service.send(`${lines.join("\r\n")}{"filterByFormula":"`)).map(
      ({ status }) => status,
    );
  },
  "a body of 10 MB in chunks": async (service) => {
    const lines = head(
      service,
      "POST /cars/query HTTP/1.1",
      "content-type: application/json",
      "transfer-encoding: chunked",
    );
    const chunk = `100000\r\n${" ".repeat(1_048_576)}\r\n`;
    return (await service.send(lines.join("\r\n") + chunk.repeat(2))).map(({ status }) => status);
  },
  "a formula that is an object": post('{"filterByFormula":{"$gt":""}}'),
  "a formula that is a list": post('{"filterByFormula":["1=1"]}'),
  "__proto__ in a body": post('{"__proto__":{"maxRecords":1}}'),
  "constructor in a body": post('{"constructor":{"prototype":{"maxRecords":1}}}'),
  "__proto__ deep in a body": post('{"sort":[{"__proto__":{"field":"Name"}}]}'),
  "null for a number": post('{"maxRecords":null}'),
  "null for a formula": post('{"filterByFormula":null}'),
  "another type than JSON": post('{"maxRecords":1}', "content-type: text/plain"),
  "a form": post("maxRecords=1", "content-type: application/x-www-form-urlencoded"),
  "names that stand twice in a body": post('{"filterByFormula":"1=2","filterByFormula":"1=1"}'),
  "names that stand twice, once escaped": post('{"maxRecords":1,"max\\u0052ecords":2}'),
  "a name that comes again in another object": post(
    '{"sort":[{"field":"Name"},{"field":"Price"}],"maxRecords":1}',
  ),
  "a body of bytes that are no text": post(Buffer.from('{"filterByFormula":"\xff"}', "latin1")),
  "a body that breaks off": post('{"filterByFormula":"1'),
  "a body that is deep": post("[".repeat(200_000)),
  "a body that is a list": post("[]"),
  "a body that is nothing": post(""),
  "half a pair in a body": post('{"filterByFormula":"\\ud800"}'),
  "a body that is compressed": post("x", "content-encoding: br, br, br"),
  "a thousand requests at once on one connection": async ({ port, token }) => {
    const requests = Array.from({ length: 1_000 }, (_, index) => {
      const close = index === 999 ? "connection: close\r\n" : "";
      return `GET /cars?maxRecords=${1 + (index % 7)}&fields.0=Id HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n${close}\r\n`;
    });
    // The connection is reset, and its client may have some answers by then.
    const received = await exchange(port, requests.join(""));
    const count = received.split("HTTP/1.1 ").length - 1;
    if (count > 990) throw new Error(`${count} answers`);
    // The next connection is served.
    const next = `GET /cars?fields.0=Id HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\nconnection: close\r\n\r\n`;
    return readAnswers(await exchange(port, next)).map(({ status }) => status);
  },
  "rubbish behind a request": async ({ port, token }) => {
    const request = `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`;
    const received = await exchange(port, `${request}\x00rubbish\r\n\r\n`);
    // Never an answer that the client would take for that of its request.
    const statuses = received === "" ? [] : readAnswers(received).map(({ status }) => status);
    if (statuses.length > 0 && statuses[0] !== 200) throw new Error(`answers of ${statuses}`);
    return statuses;
  },
  "no encoding at all is acceptable": looking(
    "/cars",
    ["accept-encoding: br;q=0, gzip;q=0, zstd;q=0, identity;q=0"],
    ({ headers }) => !headers.has("content-encoding"),
  ),
  "weights that are none": looking(
    "/cars",
    ["accept-encoding: *;q=0.5, gzip;q=1e999"],
    ({ headers }) => headers.get("content-encoding") === "gzip",
  ),
  "eight kilobytes of encodings": looking(
    "/cars",
    [`accept-encoding: ${"a;q=0.5,".repeat(1_000)}gzip`],
    ({ headers }) => headers.get("content-encoding") === "gzip",
  ),
  "an encoding in capitals": looking(
    "/cars",
    ["accept-encoding: GZIP"],
    ({ headers }) => headers.get("content-encoding") === "gzip",
  ),
  "too little to compress": looking(
    "/cars?maxRecords=1&fields.0=Id",
    ["accept-encoding: gzip, br"],
    ({ headers }) => !headers.has("content-encoding"),
  ),
  "Vary, compressed or not": async (service) => {
    const names = ["accept", "accept-encoding"];
    const isRight = ({ headers }: { headers: ReadonlyMap<string, string> }): boolean =>
      names.every((name) => headers.get("vary")?.split(", ").includes(name));
    const plain = await looking("/cars", [], isRight)(service);
    return [...plain, ...(await looking("/cars", ["accept-encoding: br"], isRight)(service))];
  },
  "what was asked does not come back beside records": async (service) => {
    const headers = ["accept-encoding: gzip, br"];
    const found = await looking(
      "/cars?maxRecords=1&filterByFormula=%22guessed-secret%22%3D%22guessed-secret%22",
      headers,
      ({ body }) => !body.includes("guessed-secret"),
    )(service);
    const refused = await looking(
      `/cars?filterByFormula=${"guessed-secret".repeat(200)}`,
      headers,
      (answer) => !answer.headers.has("content-encoding"),
    )(service);
    return [...found, ...refused];
  },
  "If-None-Match over encodings": async (service) => {
    const key = `x-api-key: ${service.token}`;
    const plain = await service.get("/cars", [key]);
    const tag = plain.headers.get("etag") ?? "";
    if (!tag.startsWith('W/"')) throw new Error(`the tag is ${tag}`);
    const again = await service.get("/cars", [key, `if-none-match: ${tag}`, "accept-encoding: br"]);
    if (again.status !== 304 || again.body !== "") throw new Error(`again: ${again.status}`);
    const other = await service.get("/cars?maxRecords=1", [key, `if-none-match: ${tag}`]);
    return [plain.status, again.status, other.status];
  },
} satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

// The keys of an object of ours.
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];
