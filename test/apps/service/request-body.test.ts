import { beforeAll, describe, expect, it } from "vitest";
import { SERVICE_LIMITS } from "../../../src/apps/service/limits.ts";
import type { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { readAnswers } from "./attacks/received.ts";
import { closed, exchange, openSocket } from "./harness/client.ts";
import { logged, logLines } from "./harness/logs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
let store: MemoryStore;
let service: Served;

beforeAll(async () => {
  store = await carStore(someCars(10));
  service = await serve({ collections: { cars: { store } } });
});

/** Sends a body in chunks, and gives the status and the code of the problem. */
async function send(chunks: readonly string[], ...headers: readonly string[]): Promise<unknown> {
  const head = [
    "POST /cars/query HTTP/1.1",
    "host: x",
    `x-api-key: ${service.token}`,
    "content-type: application/json",
    "connection: close",
    ...(headers.length === 0 ? ["transfer-encoding: chunked"] : headers),
  ];
  const body =
    headers.length > 0
      ? chunks
      : [...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`), "0\r\n\r\n"];
  const [answer] = readAnswers(
    await exchange(service.port, `${head.join("\r\n")}\r\n\r\n${body.join("")}`),
  );
  const parsed: unknown = JSON.parse(answer?.body ?? "");
  return [
    answer?.status,
    Array.isArray(parsed) ? parsed.length : Reflect.get(Object(parsed), "code"),
  ];
}

const { bodyBytes, bodyChunks, bodyItems } = SERVICE_LIMITS;
const padded = (length: number): string => `{"maxRecords":2${" ".repeat(length - 16)}}`;

describe("the body of a request", () => {
  it("is received in one piece, in chunks of any size, and byte by byte", async () => {
    const text = padded(200_000);
    expect(await send([text])).toEqual([200, 2]);
    expect(await send(text.match(/.{1,7000}/g) ?? [])).toEqual([200, 2]);
    expect(await send([...padded(1_000)])).toEqual([200, 2]);
    expect(await send([text], `content-length: ${text.length}`)).toEqual([200, 2]);
  });

  it("may be as large as its limit, and no larger", async () => {
    const [most, more] = [padded(bodyBytes), padded(bodyBytes + 1)];
    expect(await send([most], `content-length: ${bodyBytes}`)).toEqual([200, 2]);
    expect(await send([most])).toEqual([200, 2]);
    expect(await send([more], `content-length: ${bodyBytes + 1}`)).toEqual([413, "body-too-large"]);
    expect(await send([more])).toEqual([413, "body-too-large"]);
  });

  it("in too many chunks is refused", async () => {
    expect(await send([...padded(bodyChunks + 1)])).toEqual([400, "bad-request"]);
  });

  it("with too many levels is refused", async () => {
    const nested = (count: number): string =>
      `{"filterByFormula":${"[".repeat(count)}"]["${"]".repeat(count)}}`;
    expect(await send([nested(15)])).toEqual([400, "invalid-parameter"]);
    expect(await send([nested(16)])).toEqual([400, "invalid-body"]);
    expect(await send([nested(100_000)])).toEqual([400, "invalid-body"]);
  });

  it("with too many names, texts, lists and objects is refused before they are read", async () => {
    // The object itself is one of them.
    const names = (count: number): string =>
      `{${Array.from({ length: count - 1 }, (_, index) => `"n${index}":1`).join()}}`;
    expect(await send([names(bodyItems)])).toEqual([400, "invalid-parameter"]);
    const listed = (item: string): string => `{"fields":[${`${item},`.repeat(bodyItems)}1]}`;
    for (const body of [names(bodyItems + 1), listed('""'), listed("[]"), listed("{}")]) {
      expect(await send([body])).toEqual([400, "invalid-body"]);
    }
    // Numbers cost little.
    expect(await send([listed("1")])).toEqual([400, "invalid-parameter"]);
  });

  it("that is cut off gets a response if its client can read it, and a log line without a stack", async () => {
    const head = [
      "POST /cars/query HTTP/1.1",
      "host: x",
      `x-api-key: ${service.token}`,
      "content-type: application/json",
      "transfer-encoding: chunked",
    ].join("\r\n");
    const from = logged().length;
    for (const end of ["end", "destroy", "resetAndDestroy"] as const) {
      const before = logged().length;
      const socket = await openSocket(service.port);
      let received = "";
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1");
      });
      socket.write(`${head}\r\n\r\n10\r\n{"maxRecords":`);
      socket[end]();
      await closed(socket);
      await logLines("the request", before, (lines) => lines.join().includes('"isWhole":false'));
      expect(received.slice(0, 12)).toBe(end === "end" ? "HTTP/1.1 400" : "");
    }
    const lines = logged().slice(from).join("");
    expect(lines).not.toContain('"stack"');
    expect(lines).not.toContain("a request failed");
  });

  it("that is empty is refused with that reason", async () => {
    expect(await send([])).toEqual([400, "invalid-body"]);
  });
});
