import { readdirSync, readFileSync } from "node:fs";
import { readSchema } from "../../src/engine/index.ts";
import type { FieldDeclaration, Schema } from "../../src/schema/index.ts";
import { children, type Expression, parse } from "../../src/syntax/index.ts";
import type { ValueType } from "../../src/types/value-type.ts";
import { ERROR, type Outcome } from "../../src/values/plain.ts";

/** A file of `grammar/conformance`. */
export interface ConformanceFile {
  readonly about: string;
  readonly now?: string;
  readonly schema: Readonly<Record<string, FieldDeclaration>>;
  readonly cases: readonly ConformanceCase[];
}

interface ConformanceCase {
  readonly rule: string;
  readonly formula: string;
  /** The time zone of the formula; UTC unless given. */
  readonly timeZone?: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly expect: Expected | { readonly diagnostics: readonly string[] };
}

export type Expected =
  | { readonly value: string | number | boolean | readonly string[] }
  | { readonly date: string }
  | { readonly blank: true }
  | { readonly error: true };

const folder = new URL("../../grammar/conformance/", import.meta.url);

/** Every file, with its name. */
export function conformanceFiles(): readonly (readonly [name: string, file: ConformanceFile])[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);
}

/** The instant that a file's formulas run at. */
export function instantOf({ now = "2024-02-29T12:30:15.250Z" }: ConformanceFile): number {
  return Date.parse(now);
}

/** What a case expects, as the core has it. */
export function expectedOutcome(expected: Expected, type: ValueType): Outcome {
  if ("error" in expected) return ERROR;
  if ("date" in expected) return Date.parse(expected.date);
  if ("value" in expected) return expected.value;
  if (type === "text") return "";
  return type === "list" ? [] : null;
}

/**
 * The same question with its number literals read from fields instead, so that less is folded before it runs. `undefined` where there is none.
 */
export function lifted(
  formula: string,
  fields: ConformanceFile["schema"],
  row: unknown,
): { readonly formula: string; readonly schema: Schema; readonly row: unknown } | undefined {
  const parsed = parse(formula);
  if (!parsed.ok || typeof row !== "object" || row === null) return undefined;
  const literals: Expression[] = [];
  collect(parsed.ast.root, literals);
  if (literals.length === 0) return undefined;
  const declarations: Record<string, FieldDeclaration> = { ...fields };
  const values: Record<string, unknown> = { ...row };
  let text = formula;
  for (const [index, node] of [...literals.entries()].reverse()) {
    if (node.kind !== "number") continue;
    const name = `literal ${index}`;
    declarations[name] = "number";
    values[name] = node.value;
    text = `${text.slice(0, node.span.start)}{${name}}${text.slice(node.span.end)}`;
  }
  const schema = readSchema({ fields: declarations });
  return schema.ok ? { formula: text, schema: schema.schema, row: values } : undefined;
}

function collect(node: Expression, into: Expression[]): void {
  if (node.kind === "number") into.push(node);
  for (const child of children(node)) collect(child, into);
}
