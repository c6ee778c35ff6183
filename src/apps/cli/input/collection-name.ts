import { fileNameOf } from "../../../data/stores/files/file-format.ts";
import { isDatabase } from "../../../data/stores/open-store.ts";
import { quote } from "../../../util/quote.ts";
import { CliFailure } from "../cli-failure.ts";

/** A segment of a path that needs no escapes; dots alone would be a folder. */
const SEGMENT = /^(?!\.+$)[\w.~-]+$/;

export const NAME_OPTION = {
  type: "text",
  value: "name",
  description:
    "The name of the collection, which is the last part of its path. By default, it is the name of the file or the table: `orders.csv` is served at `/orders`, and `orders-*.csv` too.",
} as const;

/**
 * The name of a collection without a configuration.
 *
 * @throws {@link CliFailure} if it cannot be a part of a path, or several files have no name in common
 */
export function collectionName(
  given: string | undefined,
  table: string | undefined,
  sources: readonly string[],
): string {
  if (given !== undefined) {
    if (SEGMENT.test(given)) return given;
    throw new CliFailure(
      "usage",
      `--name is one part of a path, such as orders, not ${JSON.stringify(given)}`,
    );
  }
  const [first = ""] = sources;
  if (isDatabase(first) && table === undefined) {
    throw new CliFailure("usage", "the table is missing: name it with --table");
  }
  const name = table?.split(".").at(-1) ?? commonName(sources.map(stemOf));
  if (SEGMENT.test(name)) return name;
  if (name === "") {
    throw new CliFailure("usage", "the files have no name in common: name them with --name");
  }
  const allowed = name.replace(/[^\w~]+/g, "-").replace(/^-+|-+$/g, "");
  const example = SEGMENT.test(allowed) ? allowed : "orders";
  throw new CliFailure("usage", `${quote(name)} cannot be the last part of a path`, {
    help: `name the collection, for example with --name ${example}`,
  });
}

/** The name of a file without its ending; of a pattern, the part before its first wildcard. */
function stemOf(source: string): string {
  const name = fileNameOf(source.replace(/^file:/, ""));
  const [before = name] = name.split(/[*?[{]/);
  return before === name ? name : withoutEnd(before);
}

/** The beginning that names have in common, up to a separator: `orders` of `orders-2023` and `orders-2024`. */
function commonName([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length--;
  }
  const common = first.slice(0, length);
  if (length === first.length || others.includes(common)) return common;
  return withoutEnd(common.replace(/[^-_. ]+$/, ""));
}

function withoutEnd(name: string): string {
  return name.replace(/[-_. ]+$/, "");
}
