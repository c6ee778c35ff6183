import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anchor } from "../../grammar/tools/markdown.ts";

const ROOT = new URL("../../", import.meta.url);

const names = ["grammar", "src", "bench", "."].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, ROOT), { recursive: folder !== ".", encoding: "utf8" })
    .map((name) => (folder === "." ? name : `${folder}/${name.replaceAll("\\", "/")}`))
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules/")),
);

function read(url: URL): string {
  return readFileSync(url, "utf8");
}

function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchor(heading));
}

describe.each(names)("%s", (name) => {
  const url = new URL(name, ROOT);
  const page = read(url);
  const prose = page.replace(/^```[\s\S]*?^```$/gm, "").replaceAll(/`+[^`]*`+/g, "code");
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);

  it("has distinct headings", () => {
    const anchors = anchorsOf(page);
    expect(anchors.filter((one, index) => anchors.indexOf(one) !== index)).toEqual([]);
  });

  it("links to existing targets", () => {
    const broken = links.filter((link) => {
      const [path = "", heading] = link.split("#");
      const target = path === "" ? url : new URL(path, url);
      if (/^https?:/.test(link)) return false;
      if (!existsSync(target)) return true;
      return heading !== undefined && !anchorsOf(read(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });
});
