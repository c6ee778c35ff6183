import { beforeAll, describe, expect, it } from "vitest";
import { type Received, readAnswers } from "./attacks/received.ts";
import { exchange } from "./harness/client.ts";
import { logged, logLines } from "./harness/logs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// Requests at the edges of HTTP, as bytes over real sockets: RFC 9110 and RFC 9112 say what they come to.

serviceTests();
let service: Served;

beforeAll(async () => {
  const store = await carStore(someCars(5));
  service = await serve({ collections: { cars: { store } } });
});

/** The lines of a request, with the key; `{key}` stands for its header. */
async function send(...lines: readonly string[]): Promise<readonly Received[]> {
  const text = lines.join("\r\n").replaceAll("{key}", `x-api-key: ${service.token}`);
  const received = await exchange(service.port, Buffer.from(text, "latin1"));
  return readAnswers(received, text.startsWith("HEAD "));
}

/** Sends one request, and expects a problem with its line in the log. */
async function expectProblem(
  status: number,
  code: string,
  lines: readonly string[],
): Promise<Received> {
  const before = logged().length;
  const [answer, ...others] = await send(...lines);
  if (answer === undefined) throw new Error("no answer");
  expect([answer.status, others.length]).toEqual([status, 0]);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(JSON.parse(answer.body)).toMatchObject({ status, code });
  const isOfThis = (line: string): boolean => line.includes(`"status":${status},`);
  const told = await logLines("the refusal", before, (some) => some.some(isOfThis));
  expect(told.filter(isOfThis)).toHaveLength(1);
  return answer;
}

const END = ["connection: close", "", ""];
const CASES: readonly (readonly [
  what: string,
  status: number,
  code: string,
  lines: readonly string[],
])[] = [
  ["no host", 400, "bad-request", ["GET /cars HTTP/1.1", "{key}", ...END]],
  ["no host, of an address that is open", 400, "bad-request", ["GET /livez HTTP/1.1", ...END]],
  ["no host, of an address that there is not", 400, "bad-request", ["GET /no HTTP/1.1", ...END]],
  ["two hosts", 400, "bad-request", ["GET /cars HTTP/1.1", "host: a", "Host: b", "{key}", ...END]],
  ["the same host twice", 400, "bad-request", ["GET /cars HTTP/1.1", "host: a", "host: a", ...END]],
  ["a host that is none", 400, "bad-request", ["GET /cars HTTP/1.1", "host: a/b", "{key}", ...END]],
  ["a host with a user", 400, "bad-request", ["GET /cars HTTP/1.1", "host: u@b", "{key}", ...END]],
  [
    "an expectation",
    417,
    "expectation-failed",
    ["GET /cars HTTP/1.1", "host: x", "{key}", "expect: foo", ...END],
  ],
  [
    "an expectation beside another",
    417,
    "expectation-failed",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "expect: 100-continue, foo",
      "content-length: 2",
      "connection: close",
      "",
      "{}",
    ],
  ],
  [
    "two codings",
    501,
    "not-implemented",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "content-type: application/json",
      "transfer-encoding: gzip, chunked",
      "connection: close",
      "",
      "2",
      "{}",
      "0",
      "",
      "",
    ],
  ],
  [
    "chunked twice",
    400,
    "bad-request",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "content-type: application/json",
      "transfer-encoding: chunked, chunked",
      "connection: close",
      "",
      "2",
      "{}",
      "0",
      "",
      "",
    ],
  ],
  [
    "a coding of HTTP/1.0",
    400,
    "bad-request",
    ["POST /cars/query HTTP/1.0", "{key}", "transfer-encoding: chunked", "", "0", "", ""],
  ],
  [
    "a length and a coding",
    400,
    "bad-request",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "content-length: 5",
      "transfer-encoding: chunked",
      "",
      "0",
      "",
      "",
    ],
  ],
  [
    "two lengths",
    400,
    "bad-request",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "content-length: 2",
      "content-length: 3",
      "",
      "{}",
    ],
  ],
  [
    "a length that is none",
    400,
    "bad-request",
    ["POST /cars/query HTTP/1.1", "host: x", "{key}", "content-length: +2", "", "{}"],
  ],
  [
    "HTTP/2.0 on the line",
    505,
    "version-not-supported",
    ["GET /cars HTTP/2.0", "host: x", "{key}", ...END],
  ],
  ["HTTP/1.2", 505, "version-not-supported", ["GET /cars HTTP/1.2", "host: x", "{key}", ...END]],
  [
    "HTTP/0.9 on the line",
    505,
    "version-not-supported",
    ["GET /cars HTTP/0.9", "host: x", "{key}", ...END],
  ],
  ["the preface of HTTP/2", 505, "version-not-supported", ["PRI * HTTP/2.0", "", "SM", "", ""]],
  [
    "CONNECT",
    501,
    "not-implemented",
    ["CONNECT other.example:443 HTTP/1.1", "host: other.example:443", "", ""],
  ],
  [
    "a method that nobody knows",
    501,
    "not-implemented",
    ["FOO /cars HTTP/1.1", "host: x", "{key}", ...END],
  ],
  ["bytes that are no request", 400, "bad-request", ["\x16\x03\x01\x02", "", ""]],
  [
    "a folded header",
    400,
    "bad-request",
    ["GET /cars HTTP/1.1", "host: x", "{key}", "accept: text/csv,", " application/json", ...END],
  ],
  [
    "a space before the colon",
    400,
    "bad-request",
    ["GET /cars HTTP/1.1", "host: x", "{key}", "accept : text/csv", ...END],
  ],
  ["`*` without OPTIONS", 400, "bad-request", ["GET * HTTP/1.1", "host: x", ...END]],
  [
    "an address that cannot be decoded",
    400,
    "bad-request",
    ["GET /cars%ZZ HTTP/1.1", "host: x", "{key}", ...END],
  ],
  [
    "an address that there is not",
    404,
    "not-found",
    ["GET /nothing HTTP/1.1", "host: x", "{key}", ...END],
  ],
  [
    "an encoded slash",
    404,
    "not-found",
    ["POST /cars%2Fquery HTTP/1.1", "host: x", "{key}", ...END],
  ],
  ["two slashes", 404, "not-found", ["GET //cars HTTP/1.1", "host: x", "{key}", ...END]],
  [
    "a method of WebDAV on an address that there is not",
    404,
    "not-found",
    ["PROPFIND /nothing HTTP/1.1", "host: x", ...END],
  ],
  [
    "a condition that fails",
    412,
    "precondition-failed",
    ["GET /cars HTTP/1.1", "host: x", "{key}", 'if-match: "x"', ...END],
  ],
  [
    "POST unless there is an answer",
    412,
    "precondition-failed",
    [
      "POST /cars/query HTTP/1.1",
      "host: x",
      "{key}",
      "content-type: application/json",
      "if-none-match: *",
      "content-length: 2",
      "connection: close",
      "",
      "{}",
    ],
  ],
];

describe("a request that breaks a rule gets a problem, and is logged", () => {
  it.each(CASES)("%s", async (_what, status, code, lines) => {
    const answer = await expectProblem(status, code, lines);
    // Others on the way may have read such a request in another way.
    if (![404, 412].includes(status)) expect(answer.headers.get("connection")).toBe("close");
  });

  it.each(["PROPFIND", "SEARCH", "PUT", "TRACE", "LOCK", "M-SEARCH"])(
    "%s on an existing address",
    async (method) => {
      for (const [path, allow] of [
        ["/cars", "GET, HEAD, OPTIONS"],
        ["/cars/query", "POST, OPTIONS"],
        ["/livez", "GET, HEAD, OPTIONS"],
        ["/explain", "GET, HEAD, POST, OPTIONS"],
      ] as const) {
        const answer = await expectProblem(405, "method-not-allowed", [
          `${method} ${path} HTTP/1.1`,
          "host: x",
          ...END,
        ]);
        expect(answer.headers.get("allow")).toBe(allow);
      }
    },
  );

  it("for an unknown path has the path in the log, without its query and key", async () => {
    const before = logged().length;
    const secret = "{price}=12345";
    const targets = [
      `/nothing?filterByFormula=${secret}`,
      `/cars%3FfilterByFormula=${secret}`,
      `/cars;${secret}`,
      `/cars/${service.token}`,
      `http://user:secret@h/nothing/x?${secret}`,
      `/bad%ZZ${secret}`,
      "/".padEnd(9_000, "a"),
    ];
    for (const target of targets) await send(`GET ${target} HTTP/1.1`, "host: x", ...END);
    const all = (some: readonly string[]): boolean => some.length === targets.length;
    const lines = await logLines("each request", before, all);
    const paths = lines.map((line) => (JSON.parse(line) as { path?: string }).path);
    expect(paths).toEqual([
      ...["/nothing", "/cars", "/cars", "/cars/isf_…", "/nothing/x", "/bad"],
      "/".padEnd(100, "a"),
    ]);
    expect(lines.join("")).not.toMatch(/12345|secret/);
  });
});

describe("an unusual but valid request is answered", () => {
  const statusOf = async (...lines: readonly string[]): Promise<readonly number[]> =>
    (await send(...lines)).map(({ status }) => status);

  it.each<[what: string, status: number, lines: readonly string[]]>([
    [
      "an absolute address",
      200,
      ["GET http://other.example/cars?maxRecords=1 HTTP/1.1", "host: x", "{key}", ...END],
    ],
    ["HTTP/1.0 without a host", 200, ["GET /cars HTTP/1.0", "{key}", "", ""]],
    ["HTTP/1.0 with an expectation", 200, ["GET /cars HTTP/1.0", "{key}", "expect: foo", "", ""]],
    ["a host without a name", 200, ["GET /cars HTTP/1.1", "host:", "{key}", ...END]],
    ["a host in IPv6", 200, ["GET /cars HTTP/1.1", "host: [::1]:80", "{key}", ...END]],
    ["the server's own options", 204, ["OPTIONS * HTTP/1.1", "host: x", ...END]],
    [
      "a range, which is not served",
      200,
      ["GET /cars HTTP/1.1", "host: x", "{key}", "range: bytes=0-1", ...END],
    ],
    ["any answer", 200, ["GET /cars HTTP/1.1", "host: x", "{key}", "if-match: *", ...END]],
    [
      "a body of a GET",
      200,
      ["GET /cars HTTP/1.1", "host: x", "{key}", "content-length: 5", ...END.slice(0, 2), "hello"],
    ],
    [
      "an upgrade",
      200,
      [
        "GET /cars HTTP/1.1",
        "host: x",
        "{key}",
        "connection: upgrade, close",
        "upgrade: h2c",
        "",
        "",
      ],
    ],
    [
      "bytes over 127 in a header",
      200,
      ["GET /cars HTTP/1.1", "host: x", "{key}", "user-agent: caf\xe9", ...END],
    ],
    [
      "`Chunked`",
      200,
      [
        "POST /cars/query HTTP/1.1",
        "host: x",
        "{key}",
        "content-type: application/json",
        "transfer-encoding: Chunked",
        "connection: close",
        "",
        "2",
        "{}",
        "0",
        "",
        "",
      ],
    ],
    [
      "a condition on a POST that holds",
      200,
      [
        "POST /cars/query HTTP/1.1",
        "host: x",
        "{key}",
        "content-type: application/json",
        'if-none-match: "x"',
        "content-length: 2",
        "connection: close",
        "",
        "{}",
      ],
    ],
  ])("with %s", async (_what, status, lines) => {
    expect(await statusOf(...lines)).toEqual([status]);
  });

  it("with `Expect: 100-continue`, and after the body of a GET", async () => {
    const got = await exchange(
      service.port,
      `POST /cars/query HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    );
    expect(got).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(
      await statusOf(
        "GET /cars HTTP/1.1",
        "host: x",
        "{key}",
        "content-length: 5",
        "",
        "helloGET /livez HTTP/1.1",
        "host: x",
        ...END,
      ),
    ).toEqual([200, 200]);
  });

  it("with HEAD wherever GET is", async () => {
    for (const path of ["/cars", "/schema", "/livez", "/readyz", "/docs", "/openapi.json"]) {
      const [answer] = await send(`HEAD ${path} HTTP/1.1`, "host: x", "{key}", ...END);
      expect([path, answer?.status, answer?.body]).toEqual([path, 200, ""]);
    }
  });
});

describe("the link to the next page", () => {
  const linkOf = async (length: number): Promise<readonly [Received | undefined, string]> => {
    // The address is sent raw, and is three times as long in the link.
    const padded = "{price}>0".padEnd(length, "+");
    const [answer] = await send(
      `GET /cars?pageSize=2&filterByFormula=${padded} HTTP/1.1`,
      "host: x",
      "{key}",
      ...END,
    );
    return [answer, answer?.headers.get("link") ?? ""];
  };

  it("is there as long as the service accepts its length", async () => {
    const [answer, link] = await linkOf(4_000);
    expect(answer?.status).toBe(200);
    const [, address = ""] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
    expect(address.length).toBeGreaterThan(11_000);
    const [next] = await send(`GET ${address} HTTP/1.1`, "host: x", "{key}", ...END);
    expect(next?.status).toBe(200);
  });

  it("is omitted if it is too long, and the cursor remains", async () => {
    const [answer, link] = await linkOf(6_000);
    expect([answer?.status, link]).toEqual([200, ""]);
    expect(answer?.headers.get("x-next-cursor")).toMatch(/^[\w-]+$/);
  });
});
