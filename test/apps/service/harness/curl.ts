import { keepFromLogs } from "./logs.ts";
import { findProgram, runProgram } from "./programs.ts";

/** `curl`, where it is installed. */
export const CURL = findProgram("curl");

/** What curl received. */
export interface Curled {
  readonly status: number;
  /** By their lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface CurlOptions {
  /** `name=value`, encoded by curl itself into the query string. */
  readonly data?: readonly string[];
  readonly headers?: readonly string[];
  readonly more?: readonly string[];
}

/** Asks with curl. Its headers and its body come back apart. */
export async function curl(
  address: string,
  { data = [], headers = [], more = [] }: CurlOptions = {},
): Promise<Curled> {
  if (CURL === undefined) throw new Error("curl is not installed");
  for (const pair of data) {
    const [name, value] = split(pair, "=");
    if (name === "filterByFormula") keepFromLogs(value);
  }
  const output = await runProgram(CURL, [
    ...["--silent", "--show-error", "--include", "--max-time", "120", "--globoff"],
    ...(data.length === 0 ? [] : ["--get"]),
    ...data.flatMap((pair) => ["--data-urlencode", pair]),
    ...headers.flatMap((header) => ["--header", header]),
    ...more,
    address,
  ]);
  const end = output.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = output.subarray(0, end).toString("latin1").split("\r\n");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Map(
      lines.map((line) => {
        const [name, value] = split(line, ":");
        return [name.toLowerCase(), value.trim()];
      }),
    ),
    body: output.subarray(end + 4),
  };
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
