import type { SortKey } from "../../../columns.ts";

/** A request for records of a collection. */
export interface CurlRequest {
  /** The URL of the collection, such as `https://example.com/cars`. */
  readonly address: string;
  readonly formula: string;
  readonly sort: readonly SortKey[];
}

/** A longer formula is sent as JSON, since proxies limit the length of URLs. */
const LONGEST_IN_ADDRESS = 2_000;

/** The request as a shell command. The key is in a variable, so that it does not get into the shell's history. */
export function curlOf({ address, formula, sort }: CurlRequest): string {
  const key = '--header "x-api-key: $ISOFORM_KEY"';
  if (formula.length > LONGEST_IN_ADDRESS) {
    const body = JSON.stringify({
      ...(formula.trim() === "" ? {} : { filterByFormula: formula }),
      ...(sort.length === 0 ? {} : { sort }),
    });
    return lines(
      `curl ${quoted(`${address}/query`)}`,
      key,
      "--header 'content-type: application/json'",
      `--data-raw ${quoted(body)}`,
    );
  }
  const parameters = [
    ...(formula.trim() === "" ? [] : [["filterByFormula", formula]]),
    ...sort.flatMap(({ field, direction = "asc" }, index) => [
      [`sort.${index}.field`, field],
      [`sort.${index}.direction`, direction],
    ]),
  ];
  return lines(
    `curl --get ${quoted(address)}`,
    key,
    ...parameters.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  );
}

function lines(...parts: readonly string[]): string {
  return parts.join(" \\\n  ");
}

/** Quotes a string for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
