import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  CancellationTokenSource,
  type CompletionList,
  CompletionRequest,
} from "vscode-languageserver-protocol/node.js";
import { makePipe, NAMED_PIPES } from "../../apps/service/harness/programs.ts";
import { needForEach } from "../../harness/extent.ts";
import { Editor, folderWith } from "./client.ts";

// The values that records have, from a file beside the schema.

const FIELDS = { vin: { type: "text", key: true }, country: "text", price: "number" };
const CSV = "vin,country,price\nV1,Italy,3\nV2,Spain,4\nV3,Italy,5\n";

const schemaWith = (records: unknown): string => JSON.stringify({ records, fields: FIELDS });

/** An editor with a formula open whose schema names records. */
async function opened(text: string, files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const editor = await Editor.start();
  const uri = await editor.open(join(folder, "cheap.isoform"), text);
  const schemaUri = uri.replace("cheap.isoform", "isoform.schema.json");
  const position = { line: 0, character: text.length };
  const asked = { textDocument: { uri }, position };
  return { folder, editor, uri, schemaUri, asked };
}

const START = '{country} = "';

function values(list: unknown): readonly string[] {
  return (list as CompletionList).items
    .filter(({ kind }) => kind === 12)
    .map(({ label, detail }) => `${label}: ${detail}`);
}

describe("values of records", () => {
  test.each([
    ["cars.csv", CSV],
    ["data/cars.ndjson", '{"country":"Italy"}\n{"country":"Spain"}\n{"country":"Italy"}\n'],
  ])("are offered from %s, the most frequent first", async (name, content) => {
    const { editor, folder, asked } = await opened(START, {
      "isoform.schema.json": schemaWith(`./${name}`),
    });
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, name), content);
    const list = await editor.connection.sendRequest(CompletionRequest.type, asked);
    expect(values(list)).toEqual(["Italy: country, 2 times", "Spain: country, once"]);
  });

  test("that cannot be read are a mistake in the schema file, until they can", async () => {
    const { editor, folder, schemaUri, asked } = await opened(START, {
      "isoform.schema.json": schemaWith("cars.csv"),
    });
    const list = await editor.connection.sendRequest(CompletionRequest.type, asked);
    expect(values(list)).toEqual([]);
    const [found] = await editor.diagnostics(schemaUri, ({ length }) => length > 0);
    expect(found?.message).toContain("cars.csv");
    expect(found?.range.start).toEqual({ line: 0, character: 1 });
    writeFileSync(join(folder, "cars.csv"), CSV);
    const later = await editor.connection.sendRequest(CompletionRequest.type, asked);
    expect(values(later)).toHaveLength(2);
    await editor.diagnostics(schemaUri, ({ length }) => length === 0);
  });

  test("need the name of a file", async () => {
    const { editor, schemaUri } = await opened(START, { "isoform.schema.json": schemaWith(3) });
    const [found] = await editor.diagnostics(schemaUri, ({ length }) => length > 0);
    expect(found?.message).toContain("`records` must be the path of a file");
  });
});

// A pipe without a writer: the file is there, and reading it waits for as long as the test wants.
describe("while a file is read", () => {
  needForEach(NAMED_PIPES);

  async function waiting() {
    const given = await opened(START, { "isoform.schema.json": schemaWith("cars.csv") });
    const pipe = join(given.folder, "cars.csv");
    makePipe(pipe);
    return { ...given, pipe };
  }

  test("a change of the text, or the next request, ends the search, and the reading continues", async () => {
    const { editor, uri, asked, pipe } = await waiting();
    const first = editor.connection.sendRequest(CompletionRequest.type, asked);
    await editor.change(uri, { text: `${START}S` });
    expect(values(await first)).toEqual([]);
    const position = { line: 0, character: START.length + 1 };
    const second = editor.connection.sendRequest(CompletionRequest.type, { ...asked, position });
    const third = editor.connection.sendRequest(CompletionRequest.type, { ...asked, position });
    expect(await second).toMatchObject({ isIncomplete: true });
    expect(values(await second)).toEqual([]);
    createWriteStream(pipe).end(CSV);
    expect(values(await third)).toEqual(["Spain: country, once"]);
  });

  test("a request can be cancelled, and others are answered", async () => {
    const { editor, asked, pipe } = await waiting();
    const source = new CancellationTokenSource();
    const first = editor.connection.sendRequest(CompletionRequest.type, asked, source.token);
    const other = { ...asked, position: { line: 0, character: 0 } };
    await editor.connection.sendRequest("textDocument/hover", other);
    source.cancel();
    await expect(first).rejects.toMatchObject({ code: -32800 });
    createWriteStream(pipe).end(CSV);
    const list = await editor.connection.sendRequest(CompletionRequest.type, asked);
    expect(values(list)).toHaveLength(2);
  });
});
