import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../store.ts";

/**
 * The files that match a pattern, sorted by name: `*` and `?` match characters of a name, `[ab]` one of several
 * characters, `{a,b}` alternatives, and `**` folders. A path that exists is taken literally.
 *
 * @throws {@link StoreError} if a pattern matches no file
 */
export async function findFiles(pattern: string): Promise<readonly string[]> {
  if (!/[*?[{]/.test(pattern) || (await exists(pattern))) return [pattern];
  const found = new Set<string>();
  for (const one of alternatives(pattern)) {
    const parts = one.split("/");
    const isAbsolute = parts[0] === "";
    for (const path of await walk(isAbsolute ? "/" : "", isAbsolute ? parts.slice(1) : parts)) {
      found.add(path);
    }
  }
  if (found.size === 0) throw new StoreError("setup", `${pattern}: there is no such file`);
  return [...found].sort();
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Expands braces: `a{b,c}` is `ab` and `ac`. */
function alternatives(pattern: string): readonly string[] {
  const [whole, before, inner, after] = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(pattern) ?? [];
  if (whole === undefined || before === undefined || inner === undefined) return [pattern];
  return inner.split(",").flatMap((one) => alternatives(`${before}${one}${after}`));
}

async function walk(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  if (part === "**") {
    const inside = (await entriesOf(folder))
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => walk(join(folder, entry.name), parts));
    return [...(await walk(folder, rest)), ...(await Promise.all(inside)).flat()];
  }
  if (part === "" || !/[*?[]/.test(part)) {
    const path = folder === "" ? part : join(folder, part);
    if (rest.length > 0) return walk(path, rest);
    return (await isFile(path)) ? [path] : [];
  }
  const matches = nameTest(part);
  const named = (await entriesOf(folder)).filter(
    ({ name }) => matches.test(name) && (part.startsWith(".") || !name.startsWith(".")),
  );
  const paths = named.map(({ name }) => join(folder, name));
  if (rest.length > 0) return (await Promise.all(paths.map((path) => walk(path, rest)))).flat();
  const kept = await Promise.all(paths.map(async (path) => ((await isFile(path)) ? [path] : [])));
  return kept.flat();
}

async function entriesOf(folder: string) {
  return readdir(folder === "" ? "." : folder, { withFileTypes: true }).catch(() => []);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => !stats.isDirectory(),
    () => false,
  );
}

function nameTest(part: string): RegExp {
  const source = part.replace(/\[(!?)([^\]]+)\]|[\s\S]/gu, (character, not, inside) => {
    if (inside !== undefined) {
      return `[${not === "!" ? "^" : ""}${inside.replace(/[\\\]^[]/g, "\\$&")}]`;
    }
    if (character === "*") return ".*";
    return character === "?" ? "." : character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "su");
}
