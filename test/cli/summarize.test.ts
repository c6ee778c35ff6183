import { expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const CARS = "id,country,price\n1,Italy,0.1\n2,Italy,0.2\n3,France,\n4,Italy,0.3\n";

async function summarize(...args: readonly string[]): Promise<readonly [number | null, string]> {
  const { code, out, err } = await runCli(["summarize", "-", "--input-format", "csv", ...args], {
    input: CARS,
  });
  return [code, out + err];
}

it("groups the records of files", async () => {
  const measures = ["--measure", "count", "--measure", "sum(price)", "--measure", "sum(1 / 0)"];
  const sort = ["--sort", "count:desc", "--limit", "1"];
  expect(await summarize("--group", "country", ...measures, ...sort, "--format", "csv")).toEqual([
    0,
    "country,count,sum(price),sum(1 / 0)\nItaly,3,0.6,#ERROR\n".replaceAll("\n", "\r\n"),
  ]);
  expect(await summarize("--filter", "{price} > 0.1", "--group", "LEFT({country}, 1)")).toEqual([
    0,
    '{"LEFT({country}, 1)":"I","count":2}\n',
  ]);
});

it("says what is wrong", async () => {
  const [code, text] = await summarize("--measure", "sum(country)");
  expect(code).not.toBe(0);
  expect(text).toContain("`sum` takes number");
});
