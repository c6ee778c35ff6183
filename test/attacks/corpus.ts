import { existsSync, readFileSync } from "node:fs";
import type { Need } from "../harness/extent.ts";

// The corpus of attacks lies beside the repository, not in it. Where it is absent, tests that need it are skipped.

export interface Attack {
  readonly id: string;
  readonly category: string;
  readonly kind: string;
  /** What is tried: the formula, or a name for what `gen` makes. */
  readonly input: string;
  readonly expectation: string;
  readonly outcome: "ok" | "error" | "either" | undefined;
  /** Suggested names of error codes. */
  readonly codes: readonly string[];
  readonly value: unknown;
  /** Of an attack over HTTP: the statuses that are accepted. */
  readonly statuses: readonly number[];
}

export interface WildFormula {
  readonly formula: string;
  readonly note: string;
}

const folder = new URL("../../../shared/corpus/", import.meta.url);

export const ATTACKS: readonly Attack[] | undefined = read("attacks.json")?.map(attackOf);
export const WILD_FORMULAS: readonly WildFormula[] | undefined = read("wild-formulas.json")?.map(
  (entry) => ({
    formula: textOf(entry, "formula"),
    note: textOf(entry, "note"),
  }),
);

/** What tests with the corpus need. */
export const CORPUS: Need = {
  missing:
    ATTACKS === undefined || WILD_FORMULAS === undefined
      ? "../shared/corpus is not beside this repository"
      : undefined,
  isOptional: true,
};

function read(name: string): readonly unknown[] | undefined {
  const file = new URL(name, folder);
  if (!existsSync(file)) return undefined;
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(content)) throw new Error(`${name} holds no list`);
  return content;
}

function attackOf(entry: unknown): Attack {
  const expect = propertyOf(entry, "expect");
  const outcome = propertyOf(expect, "outcome");
  const codes = propertyOf(expect, "codes");
  const gen = propertyOf(entry, "gen");
  const statuses = propertyOf(expect, "status");
  return {
    id: textOf(entry, "id"),
    category: textOf(entry, "category"),
    kind: textOf(entry, "kind"),
    input: gen === undefined ? textOf(entry, "input") : expand(gen),
    expectation: textOf(entry, "expectation"),
    outcome: outcome === "ok" || outcome === "error" || outcome === "either" ? outcome : undefined,
    codes: Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [],
    value: propertyOf(expect, "value"),
    statuses: Array.isArray(statuses) ? statuses.map(Number) : [],
  };
}

/** The text that a recipe makes. */
function expand(gen: unknown): string {
  const concat = propertyOf(gen, "concat");
  if (Array.isArray(concat)) return concat.map(expandPart).join("");
  const join = propertyOf(gen, "join");
  const count = propertyOf(join, "n");
  if (typeof count !== "number") throw new Error(`no recipe: ${JSON.stringify(gen)}`);
  const template = textOf(join, "template");
  const items = Array.from({ length: count }, (_, index) =>
    template.replaceAll("$i", String(index)),
  );
  return textOf(join, "prefix") + items.join(textOf(join, "sep")) + textOf(join, "suffix");
}

function expandPart(part: unknown): string {
  if (typeof part === "string") return part;
  const repeat = propertyOf(part, "repeat");
  if (!Array.isArray(repeat)) throw new Error(`no recipe: ${JSON.stringify(part)}`);
  const [text, count] = repeat;
  return String(text).repeat(Number(count));
}

function textOf(value: unknown, name: string): string {
  const text = propertyOf(value, name);
  if (typeof text !== "string") throw new Error(`no text \`${name}\` in ${JSON.stringify(value)}`);
  return text;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
