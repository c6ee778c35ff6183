import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder } from "./run-cli.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  components: {
    schemas: {
      Order: {
        properties: { id: { type: "integer" }, at: { type: "object" }, "a\nb": { type: "array" } },
      },
      Customer: { properties: { name: { type: "string" } } },
    },
  },
};

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe("schema from a file", () => {
  it("writes a schema, and says what is no field", async () => {
    const path = file("openapi.json", `\uFEFF${JSON.stringify(DOCUMENT)}`);
    const run = await runCli(["schema", "from", path, "--table", "Order", "--key", "id"]);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out)).toEqual({ fields: { id: { type: "number", key: true } } });
    expect(run.err).toBe(
      `isoform: ${path}: \`at\` is left out: it is an object\nisoform: ${path}: \`a\\nb\` is left out: it is a list whose items have no type\n`,
    );
    const schema = file("schema.json", run.out);
    const used = await runCli(["check", "{id} > 5", "--schema", schema]);
    expect(used.code).toBe(0);
  });

  it("reads the standard input", async () => {
    const input = JSON.stringify({ properties: { name: { type: "string" }, a: {} } });
    const { out, err } = await runCli(["schema", "from", "-"], { input });
    expect(JSON.parse(out)).toEqual({ fields: { name: "text" } });
    expect(err).toBe("isoform: the standard input: `a` is left out: it has no type\n");
    const bad = await runCli(["schema", "from", "-"], { input: "{" });
    expect(bad.err).toContain("isoform: the standard input is not JSON: ");
  });

  it.each([
    [
      "a choice of schemas",
      "openapi.json",
      JSON.stringify(DOCUMENT),
      [],
      "#/components/schemas: name one of several as the table: `Order`, `Customer`\n",
    ],
    [
      "an unknown key",
      "one.json",
      '{"properties":{"id":{"type":"string"}}}',
      ["--key", "ID"],
      "the key `ID` is not a field; did you mean `id`?\n",
    ],
    [
      "records",
      "cars.json",
      '[{"vin":"x"}]',
      [],
      "a description is an object, not an array\n`isoform schema infer` takes the schema from records\n",
    ],
    [
      "records of CSV",
      "cars.csv",
      "vin\nx\n",
      [],
      / is not JSON: [\s\S]*\n`isoform schema infer` takes the schema from records\n/,
    ],
    [
      "YAML",
      "openapi.yaml",
      "openapi: 3.1.0\n",
      [],
      / is not JSON: [\s\S]*\nconvert YAML to JSON first\n/,
    ],
    ["nothing", "empty.json", "", [], / is not JSON: /],
  ])("says what is wrong with %s", async (_, name, content, args, message) => {
    const { code, out, err } = await runCli(["schema", "from", file(name, content), ...args]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
    expect(err).toMatch(/^isoform: /);
  });

  it("says that a file is missing, and that a terminal is none", async () => {
    const missing = await runCli(["schema", "from", "nowhere.json"]);
    expect(missing).toMatchObject({ code: 3, err: expect.stringContaining("nowhere.json") });
    const input = Object.assign(Readable.from([]), { isTTY: true });
    const terminal = await runCli(["schema", "from", "-"], { input });
    expect(terminal).toMatchObject({ code: 2, err: expect.stringContaining("is a terminal") });
  });
});
