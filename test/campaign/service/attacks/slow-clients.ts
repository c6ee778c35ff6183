import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../../harness/built.ts";
import {
  asks,
  get,
  halfCloses,
  neverReads,
  post,
  query,
  readsSlowly,
  resets,
  sendsSlowly,
} from "./acts.ts";
import { type Attack, FOR_MS } from "./attack.ts";

// Clients that do not read, read slowly, write slowly, or go away.

const forMs = FOR_MS;
const everyMs = 50;
const MEDIA_TYPES = ["application/json", "application/x-ndjson", "text/csv"];
const ALL_TYPES = MEDIA_TYPES.flatMap((type) =>
  ["identity", "gzip", "br"].map((encoding) => ({ type, encoding })),
);

/** Every format in every encoding, by turns. */
function inEveryWay(path: string): (time: number) => string {
  return (time) => {
    const { type, encoding } = ALL_TYPES[time % ALL_TYPES.length] ?? { type: "", encoding: "" };
    return get(path, `accept: ${type}`, `accept-encoding: ${encoding}`);
  };
}

/** The largest file of the console. */
const CONSOLE_FILE = `/console/${largestFile(join(DIST, "console"))}`;

const EVERY_ROUTE = [
  "/livez",
  "/readyz",
  "/docs",
  "/",
  CONSOLE_FILE,
  "/openapi.json",
  "/schema",
  "/metrics",
  "/validate?collection=cars&filterByFormula=1",
  "/explain?collection=cars&filterByFormula=1",
  "/cars?maxRecords=100",
  "/cars?pageSize=100",
  "/nothing",
];
const BEGIN_POST =
  "POST /cars/query HTTP/1.1\r\nhost: x\r\nx-api-key: <key>\r\ncontent-type: application/json\r\n";
const CHUNKED = `${BEGIN_POST}transfer-encoding: chunked\r\n\r\n`;
const unknownNames = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 1])),
);

export const NEVER_READ: readonly Attack[] = [
  {
    name: "the document of the interface, pipelined 1,500 times on each of 60 connections, without a key",
    does: neverReads({
      connections: 60,
      send: "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_500),
      forMs,
    }),
  },
  {
    name: "the page of the documentation, pipelined 9 times on each of 60 connections, without a key",
    does: neverReads({
      connections: 60,
      send: "GET /docs HTTP/1.1\r\nhost: x\r\n\r\n".repeat(9),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "the largest file of the console, pipelined 9 times on each of 60 connections, without a key",
    does: neverReads({
      connections: 60,
      send: `GET ${CONSOLE_FILE} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n`.repeat(9),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "9 pages of 10,000 records, pipelined on one connection",
    does: neverReads({ connections: 1, send: get("/cars?pageSize=10000").repeat(9), forMs }),
    isLong: true,
  },
  {
    name: "a body of 20,000 unknown names on each of 40 connections",
    does: neverReads({ connections: 40, send: post("/cars/query", unknownNames), forMs }),
    isLong: true,
  },
  {
    name: "every route, pipelined 9 times on each of as many connections",
    does: neverReads({
      connections: EVERY_ROUTE.length,
      send: (index) => get(EVERY_ROUTE[index] ?? "").repeat(9),
      forMs,
    }),
    isLong: true,
  },
  {
    name: "all records in every format and encoding, on 90 connections",
    does: neverReads({ connections: 90, send: inEveryWay("/cars"), forMs }),
  },
  {
    name: "pages of 10,000 records in every format and encoding, on 60 connections",
    does: neverReads({ connections: 60, send: inEveryWay("/cars?pageSize=10000"), forMs }),
    isLong: true,
  },
  {
    name: "all records out of SQLite in every format and encoding, on 40 connections",
    does: neverReads({ connections: 40, send: inEveryWay("/stored"), forMs }),
    needsSqlite: true,
  },
  {
    name: "problems of formulas with 90 mistakes, pipelined 9 times on each of 30 connections",
    does: neverReads({
      connections: 30,
      send: post("/validate", {
        collection: "cars",
        filterByFormula: `OR(${Array.from({ length: 90 }, (_, index) => `{x${index}}`).join()})`,
      }).repeat(9),
      forMs,
    }),
    isLong: true,
  },
];

export const READ_SLOWLY: readonly Attack[] = [
  {
    name: "250 readers of all records in Brotli",
    does: readsSlowly({
      connections: 250,
      send: get("/cars", "accept-encoding: br"),
      forMs: 2 * forMs,
    }),
  },
  {
    name: "250 readers of all records in gzip",
    does: readsSlowly({ connections: 250, send: get("/cars", "accept-encoding: gzip"), forMs }),
    isLong: true,
  },
  {
    name: "100 readers of all records in every format and encoding, sorted",
    does: readsSlowly({ connections: 100, send: inEveryWay("/cars?sort.0.field=title"), forMs }),
    isLong: true,
  },
  {
    name: "ten readers of SQLite, which hold its connections",
    does: readsSlowly({ connections: 10, send: get("/stored"), forMs }),
    needsSqlite: true,
  },
  {
    name: "100 readers of SQLite, with orders",
    does: readsSlowly({ connections: 100, send: get("/stored?sort.0.field=title"), forMs }),
    needsSqlite: true,
    isLong: true,
  },
];

export const SEND_SLOWLY: readonly Attack[] = [
  {
    name: "headers, a few bytes at a time, on 500 connections",
    does: sendsSlowly({
      connections: 500,
      begin: "GET /cars HTTP/1.1\r\nhost: x\r\n",
      more: "x-a: b\r\n",
      everyMs,
      forMs,
    }),
  },
  {
    name: "a body, a byte at a time, on 300 connections",
    does: sendsSlowly({
      connections: 300,
      begin: `${BEGIN_POST}content-length: 262144\r\n\r\n{`,
      more: " ",
      everyMs,
      forMs,
    }),
  },
  {
    name: "bodies of which nearly everything is there, on 200 connections",
    does: sendsSlowly({
      connections: 200,
      begin: `${BEGIN_POST}content-length: 262144\r\n\r\n{"filterByFormula":"${"x".repeat(262_000)}`,
      more: "x",
      everyMs,
      forMs,
    }),
    isLong: true,
  },
  {
    name: "extensions of chunks, which never end, on 100 connections",
    does: sendsSlowly({
      connections: 100,
      begin: `${CHUNKED}1;`,
      more: "a=b;".repeat(1_000),
      everyMs,
      forMs,
    }),
    isLong: true,
  },
  {
    name: "chunks of one byte on eight connections",
    does: sendsSlowly({
      connections: 8,
      begin: CHUNKED,
      more: "1\r\n \r\n".repeat(2_000),
      everyMs,
      forMs,
    }),
    isLong: true,
  },
  {
    name: "trailers, which never end, on 100 connections",
    does: sendsSlowly({
      connections: 100,
      begin: `${CHUNKED}2\r\n{}\r\n0\r\n`,
      more: "x-a: b\r\n".repeat(100),
      everyMs,
      forMs,
    }),
    isLong: true,
  },
  {
    name: "empty lines before a request, without end, on 100 connections",
    does: sendsSlowly({ connections: 100, begin: "", more: "\r\n".repeat(5_000), everyMs, forMs }),
    isLong: true,
  },
  {
    name: "an address, a bit at a time, on 300 connections",
    does: sendsSlowly({
      connections: 300,
      begin: "GET /cars?filterByFormula=",
      more: "%20".repeat(50),
      everyMs,
      forMs,
    }),
    isLong: true,
  },
];

/** Filters whose work takes minutes, each of them another one. */
const COSTLY = (time: number): string =>
  query("/cars", {
    filterByFormula: `REGEX_MATCH(REPT({optionCodes}, 20), "(a|b|c)*${time}.{50}@")`,
  });
/** A summary whose constants take long. */
const FOLDED = (time: number): string =>
  post("/cars/groups", {
    groupBy: [{ field: "country" }],
    measure: Array.from(
      { length: 20 },
      (_, at) => `sum(LEN(SUBSTITUTE(REPT("ab${at}x${time}", 9000), "a", "c")) + {price})`,
    ),
  });

export const GO_AWAY: readonly Attack[] = [
  {
    name: "200 costly filters whose clients are gone soon",
    does: asks({ connections: 200, send: COSTLY, forMs: 1_000 }),
    earns: [200, 422, 429, 503],
    goesAway: true,
  },
  {
    name: "200 costly summaries whose clients are gone soon",
    does: asks({ connections: 200, send: FOLDED, forMs: 1_000 }),
    earns: [200, 422, 429, 503],
    goesAway: true,
  },
  {
    name: "200 costly filters over SQLite whose clients are gone soon",
    does: asks({
      connections: 200,
      send: (time) => COSTLY(time).replace("/cars", "/stored"),
      forMs: 1_000,
    }),
    earns: [200, 422, 429, 503],
    needsSqlite: true,
    goesAway: true,
  },
  {
    name: "resets in the middle of all records, on 20 connections again and again",
    does: resets({ connections: 20, send: inEveryWay("/cars"), forMs }),
  },
  {
    name: "resets in the middle of an order, on 20 connections again and again",
    does: resets({ connections: 20, send: get("/cars?sort.0.field=optionCodes"), forMs }),
    isLong: true,
  },
  {
    name: "resets in the middle of records out of SQLite, on ten connections again and again",
    does: resets({ connections: 10, send: get("/stored"), forMs }),
    needsSqlite: true,
    isLong: true,
  },
  {
    name: "half-closed connections, which wait for all records, 60 of them",
    does: halfCloses({ connections: 60, send: inEveryWay("/cars"), forMs }),
  },
  {
    name: "half-closed connections after half a request, 300 of them",
    does: halfCloses({ connections: 300, send: "GET /cars HTTP/1.1\r\nhost: x\r\n", forMs }),
    isLong: true,
  },
];

function largestFile(folder: string): string {
  const files = readdirSync(folder).map((name) => ({ name, ...statSync(join(folder, name)) }));
  return files.reduce((largest, file) => (file.size > largest.size ? file : largest)).name;
}
