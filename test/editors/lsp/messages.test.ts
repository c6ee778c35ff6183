import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  HoverRequest,
  RenameRequest,
  SignatureHelpRequest,
} from "vscode-languageserver-protocol/node.js";
import { PROGRAM } from "../../apps/cli/run-cli.ts";
import { Editor, folderWith, replaceFile, SCHEMA } from "./client.ts";

const CATALOGUE = fileURLToPath(new URL("../../language/messages/german.ts", import.meta.url));

/** The German catalogue as a module of JavaScript, in a folder with a schema. */
async function germanFolder(): Promise<string> {
  const folder = folderWith({ "isoform.schema.json": JSON.stringify(SCHEMA) });
  await build({
    stdin: {
      contents: `export { GERMAN as default } from ${JSON.stringify(CATALOGUE)}`,
      resolveDir: folder,
    },
    bundle: true,
    format: "esm",
    outfile: join(folder, "german.mjs"),
  });
  return folder;
}

describe("`isoform lsp --messages`", () => {
  it("serves the texts of the catalogue", async () => {
    const folder = await germanFolder();
    const editor = await Editor.start(true, ["--messages", join(folder, "german.mjs")]);
    const uri = await editor.open(join(folder, "a.isoform"), "LEN({vin}) = LEN({contry})");
    const textDocument = { uri };
    const ask = editor.connection;
    const at = (character: number) => ({ textDocument, position: { line: 0, character } });

    const [found] = await editor.diagnostics(uri, ({ length }) => length > 0);
    expect(found?.message).toBe("es gibt kein Feld `contry`; meinten Sie `country`");
    const hover = await ask.sendRequest(HoverRequest.type, at(5));
    expect(hover?.contents).toEqual({ kind: "markdown", value: "**vin**: Text, der Schlüssel" });
    const help = await ask.sendRequest(SignatureHelpRequest.type, at(4));
    expect(help?.signatures[0]).toMatchObject({
      label: "LEN(text) → Zahl",
      documentation: "Die Anzahl der Zeichen eines Textes.",
      parameters: [{ documentation: "der gemessene Text" }],
    });
    const completions = await ask.sendRequest(CompletionRequest.type, at(5));
    const items = Array.isArray(completions) ? completions : completions?.items;
    expect(items?.find(({ label }) => label === "price")?.detail).toBe("Zahl");
    const range = { start: { line: 0, character: 18 }, end: { line: 0, character: 18 } };
    const actions = await ask.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [] },
    });
    expect(actions?.map(({ title }) => title)).toEqual([
      "`country` schreiben",
      "das Feld ohne Klammern schreiben",
    ]);
    await expect(
      ask.sendRequest(RenameRequest.type, { ...at(1), newName: "a" }),
    ).rejects.toMatchObject({ message: "Funktionen haben feste Namen" });
  });

  it("says the problems of schema files and of files of records in the language of the catalogue", async () => {
    const folder = await germanFolder();
    const path = join(folder, "isoform.schema.json");
    const schemaUri = pathToFileURL(path).href;
    const editor = await Editor.start(true, ["--messages", join(folder, "german.mjs")]);
    const uri = await editor.open(join(folder, "a.isoform"), "LEN({vin}) > 1");
    await editor.diagnostics(uri, ({ length }) => length === 0);
    /** The first problem of the file once it contains this schema. */
    const saidOf = async (schema: unknown, code: string) => {
      replaceFile(path, typeof schema === "string" ? schema : JSON.stringify(schema));
      const [problem] = await editor.diagnostics(schemaUri, ([first]) => first?.code === code);
      return problem?.message;
    };
    expect(await saidOf({ fields: { vin: { type: "date", key: true } } }, "property-type")).toBe(
      "Feld `vin`: `key` hat nur ein Text oder eine Zahl",
    );
    expect(await saidOf({ fields: { vin: { formula: "{v}" } } }, "invalid-formula")).toBe(
      "Feld `vin`: es gibt kein Feld `v` (beim Zeichen 1 seiner Formel: `{v}`)",
    );
    expect(await saidOf("{", "malformed-schema-file")).toBe(
      "es gibt kein Schema: die Datei ist kein JSON",
    );
    expect(await saidOf({ fields: { vin: "text" }, records: 5 }, "property-value")).toBe(
      "`records` muss der Pfad einer Datei sein",
    );
    replaceFile(path, JSON.stringify({ fields: { vin: "text" }, records: "none.csv" }));
    await editor.diagnostics(schemaUri, ({ length }) => length === 0);
    await editor.change(uri, { text: '{vin} = "' });
    await editor.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 9 },
    });
    const [unread] = await editor.diagnostics(schemaUri, ({ length }) => length > 0);
    expect(unread).toMatchObject({
      code: "unreadable-records",
      message: "es gibt keine Werte zur Auswahl: `none.csv` ist nicht lesbar",
    });
    await editor.change(uri, { text: "// schema: ./none.json\n{vin} = 1" });
    const code = "unreadable-schema-file";
    const [missing] = await editor.diagnostics(uri, ([first]) => first?.code === code);
    expect(missing?.message).toBe(
      `es gibt kein Schema: \`${join(folder, "none.json")}\` ist nicht lesbar`,
    );
  });

  it("serves them without a schema as well", async () => {
    const folder = await germanFolder();
    const editor = await Editor.start(true, ["--messages", join(folder, "german.mjs")]);
    const uri = await editor.open("untitled:a", "LEFT({a}");
    const [found] = await editor.diagnostics(uri, ({ length }) => length > 0);
    expect(found?.message).toBe("eine schließende `)` fehlt");
    const hover = await editor.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 1 },
    });
    expect(JSON.stringify(hover?.contents)).toContain("Die ersten Zeichen eines Textes.");
  });

  it.each([
    ["absent.mjs", "cannot be loaded: "],
    ["empty.mjs", "has no catalogue of messages as its default export"],
  ])("ends with a message if there is no catalogue: %s", (name, message) => {
    const path = join(folderWith({ "empty.mjs": "export const a = 1;" }), name);
    const [node, ...rest] = PROGRAM;
    const { status, stderr } = spawnSync(node, [...rest, "lsp", "--messages", path], {
      input: "",
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});
