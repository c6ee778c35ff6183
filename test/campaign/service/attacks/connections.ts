import { extent } from "../../figures.ts";
import { asks, churns, floods, get, neverReads, post, query, type Statuses } from "./acts.ts";
import { type Attack, FOR_MS, WAIT_MS } from "./attack.ts";

// Connections, heads and bodies that are many, large or wrong.

const forMs = FOR_MS;
/** Without a key. */
const open = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, "", ""].join("\r\n");
const deep = "[".repeat(130_000);

/** How long each round of new connections lasts, in milliseconds. */
const ROUND_MS = 3_000;
const COSTLY = query("/cars", {
  filterByFormula: 'REGEX_MATCH(REPT({optionCodes}, 5), "(a|b|c)*.{50}@")',
  maxRecords: "1",
});

function sumOf(rounds: readonly Statuses[]): Statuses {
  const sum: Record<number, number> = {};
  for (const round of rounds) {
    for (const [status, count] of Object.entries(round)) {
      sum[Number(status)] = (sum[Number(status)] ?? 0) + count;
    }
  }
  return sum;
}

export const MANY: readonly Attack[] = [
  {
    name: "2,000 connections that say nothing",
    does: neverReads({ connections: 2_000, send: "", forMs }),
  },
  {
    name: "5,000 connections with half a request",
    does: neverReads({ connections: 5_000, send: "GET /livez HTTP/1.1\r\nhost: x\r\n", forMs }),
    isLong: true,
  },
  {
    name: "200 new connections, each with one costly request, again and again",
    does: async (attacked) => {
      const rounds: Statuses[] = [];
      for (let round = 0; round < extent(1, 3); round++) {
        rounds.push(await asks({ connections: 200, send: COSTLY, forMs: ROUND_MS })(attacked));
      }
      return sumOf(rounds);
    },
    earns: [200, 422, 429, 503],
  },
  {
    name: "200 silent connections beside four costly requests",
    does: async (attacked) =>
      sumOf(
        await Promise.all([
          neverReads({ connections: 200, send: "", forMs: ROUND_MS })(attacked),
          asks({ connections: 4, send: COSTLY, forMs: ROUND_MS })(attacked),
        ]),
      ),
    earns: [200, 422, 429, 503],
  },
  {
    name: "connections that come and go, 50 at a time",
    does: churns({ connections: 50, send: "GET /livez HTT", forMs }),
  },
  {
    name: "requests whose connections are closed before the answer, 50 at a time",
    does: churns({ connections: 50, send: get("/cars"), forMs }),
    isLong: true,
  },
];

export const PROTOCOL: readonly Attack[] = [
  {
    name: "a flood of HEAD",
    does: floods({
      connections: 30,
      send: get("/cars?sort.0.field=title").replace("GET", "HEAD"),
      forMs,
    }),
    earns: [200, 429, 503],
    isLong: true,
  },
  {
    name: "a flood of OPTIONS with origins",
    does: floods({
      connections: 30,
      send: (time) =>
        open(
          "OPTIONS /cars HTTP/1.1",
          "host: x",
          `origin: https://${time}.example`,
          "access-control-request-method: GET",
        ),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "a flood of wrong keys",
    does: floods({
      connections: 30,
      send: (time) =>
        get("/cars").replace("<key>", `isf_${String(time).padStart(16, "0")}_${"x".repeat(43)}`),
      forMs,
      least: 30,
    }),
    earns: [401, 429, 503],
    answers: 30,
  },
  {
    name: "a flood of addresses that there are not, each another one",
    does: floods({ connections: 30, send: (time) => get(`/${"x".repeat(900)}${time}`), forMs }),
    earns: [404, 429, 503],
    isLong: true,
  },
  {
    name: "a flood of methods that there are not",
    earns: [400, 501, 503],
    does: floods({ connections: 30, send: open("STEAL /cars HTTP/1.1", "host: x"), forMs }),
    isLong: true,
  },
  {
    name: "a flood without a host, with an expectation, with two hosts, and CONNECT",
    earns: [200, 400, 417, 429, 501, 503],
    does: floods({
      connections: 30,
      send: (time) =>
        [
          open("GET /livez HTTP/1.1"),
          open("GET /livez HTTP/1.1", "host: x", "expect: foo"),
          open("GET /livez HTTP/1.1", "host: x", "host: y"),
          open("CONNECT x:80 HTTP/1.1", "host: x"),
        ][time % 4] ?? "",
      forMs,
    }),
  },
  {
    name: "a flood of bytes that are not HTTP, which fills the log",
    does: floods({ connections: 30, send: "\x16\x03\x01\x02\x00\x01\x00", forMs }),
    isLong: true,
  },
  {
    name: "health and readiness, without a key and without an end",
    does: floods({
      connections: 30,
      send: (time) => open(`GET /${time % 2 === 0 ? "livez" : "readyz"} HTTP/1.1`, "host: x"),
      forMs,
    }),
    earns: [200, 429, 503],
    isLong: true,
  },
  {
    name: "metrics and schemas, without an end",
    does: floods({
      connections: 30,
      send: (time) => get(time % 2 === 0 ? "/metrics" : "/schema"),
      forMs,
    }),
    isLong: true,
  },
];

export const LARGE: readonly Attack[] = [
  {
    name: "heads that are nearly as large as they may be, on 300 connections",
    does: asks({
      connections: 300,
      send: get("/cars?maxRecords=1", `x-a: ${"a".repeat(15_000)}`),
      forMs: WAIT_MS,
    }),
  },
  {
    name: "heads that are too large, on 300 connections",
    does: asks({
      connections: 300,
      send: get(
        "/cars?maxRecords=1",
        ...Array.from({ length: 40 }, (_, n) => `x-${n}: ${"a".repeat(1_000)}`),
      ),
      forMs: WAIT_MS,
    }),
    isLong: true,
  },
  {
    name: "cookies, 1,000 of them in each head",
    does: floods({
      connections: 20,
      send: get("/cars?maxRecords=1", `cookie: ${"a=b; ".repeat(2_000)}`),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "encodings and media types by the thousand",
    does: floods({
      connections: 20,
      send: get(
        "/cars?maxRecords=1",
        `accept: ${"a/b;q=0.5,".repeat(600)}*/*`,
        `accept-encoding: ${"a;q=0.5,".repeat(700)}gzip`,
      ),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "tags by the thousand, to compare with",
    does: floods({
      connections: 20,
      send: get("/cars?maxRecords=1", `if-none-match: ${'W/"x", '.repeat(2_000)}"y"`),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "parameters by the thousand",
    does: floods({
      connections: 20,
      send: (time) =>
        get(`/cars?${Array.from({ length: 1_500 }, (_, n) => `a${n}${time}=`).join("&")}`),
      forMs,
    }),
    earns: [400, 414, 429, 431, 503],
    isLong: true,
  },
];

/** A body of JSON that is nearly as large as it may be. */
const body = (text: string, count: number): string => text.repeat(count).slice(0, 260_000);

export const BODIES: readonly Attack[] = [
  {
    name: "as many numbers as fit, as JSON",
    does: asks({
      connections: 20,
      send: post("/cars/query", `{"fields":[${body("1.5e3,", 43_000)}1]}`),
      forMs: WAIT_MS,
    }),
    earns: [400, 413, 422, 429, 503],
    answers: 1,
    isLong: true,
  },
  {
    name: "as many names as fit, as JSON",
    does: asks({
      connections: 20,
      send: post(
        "/cars/query",
        `{${Array.from({ length: 20_000 }, (_, index) => `"n${index}":1`).join()}}`,
      ),
      forMs: WAIT_MS,
    }),
    earns: [400, 413, 422, 429, 503],
    answers: 1,
  },
  {
    name: "JSON that is 130,000 deep, and the same closed",
    does: asks({
      connections: 20,
      send: (time) => post("/cars/query", time % 2 === 0 ? deep : `${deep}${"]".repeat(130_000)}`),
      forMs: WAIT_MS,
    }),
    earns: [400, 413, 422, 429, 503],
    isLong: true,
  },
  {
    name: "a formula that is a list in a list in a list",
    does: asks({
      connections: 20,
      send: post("/cars/query", `{"filterByFormula":${"[".repeat(5_000)}${"]".repeat(5_000)}}`),
      forMs: WAIT_MS,
    }),
    earns: [400, 422, 429, 503],
    answers: 1,
  },
  {
    name: "numbers of 100,000 digits, and negative and forged ones",
    does: asks({
      connections: 20,
      send: (time) =>
        post("/cars/query", `{"maxRecords":${time % 2 === 0 ? "" : "-"}${"9".repeat(100_000)}}`),
      forMs: WAIT_MS,
    }),
    earns: [400, 422, 429, 503],
    answers: 1,
    isLong: true,
  },
  {
    name: "one name as often as it fits, and `__proto__`",
    does: asks({
      connections: 20,
      send: (time) =>
        post(
          "/cars/query",
          `{${body(time % 2 === 0 ? '"fields":0,' : '"__proto__":{},', 26_000).replace(/,?[^,]*$/, "")}}`,
        ),
      forMs: WAIT_MS,
    }),
    earns: [400, 422, 429, 503],
    isLong: true,
  },
  {
    name: "texts of escapes, as many as fit",
    does: asks({
      connections: 20,
      send: post("/cars/query", `{"filterByFormula":"${"\\u0041".repeat(43_000)}"}`),
      forMs: WAIT_MS,
    }),
    earns: [400, 422, 429, 503],
    isLong: true,
  },
];
