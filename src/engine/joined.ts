import type { CoreBuilder } from "../language/core/builder.ts";
import { evaluate, type Scope } from "../language/core/evaluate.ts";
import type { CoreNode } from "../language/core/node.ts";
import type { JoinedRecipe, Recipe } from "../language/core/recipe.ts";
import { Specialiser } from "../language/core/specialise.ts";
import type { Explanation } from "./explain-ast.ts";
import type { FormulaParts } from "./formula-parts.ts";
import { shortSource } from "./shorten.ts";

/** How formulas are combined. */
export type Joining = JoinedRecipe["joining"];

/**
 * Combines the conditions of formulas of one schema without unbound parameters. The text of the result is a formula
 * with the same meaning.
 */
export function joinedParts(joining: Joining, parts: readonly FormulaParts[]): FormulaParts {
  const [first] = parts;
  if (first === undefined) throw new Error("there is nothing to join");
  const joined = new Specialiser({});
  const { builder } = joined;
  const conditions = parts.map(({ condition }) => joined.of(condition));
  const condition =
    joining === "complement"
      ? builder.not(withoutError(builder, conditions[0] ?? builder.false))
      : builder[joining](...conditions);
  const { source, offsets } = textOf(joining, parts);
  return {
    ...first,
    source,
    openedLength: parts.reduce((sum, { openedLength }) => sum + openedLength, 0),
    constantLength: () => parts.reduce((sum, part) => sum + part.constantLength(), 0),
    root: condition,
    condition,
    fields: [...new Set(parts.flatMap(({ fields }) => fields))],
    // Their spans refer to the original texts.
    warnings: [],
    // Each core has its own zone already. The combined text has one only if all agree.
    timeZone: parts.every(({ timeZone }) => timeZone === first.timeZone)
      ? first.timeZone
      : undefined,
    codeGeneration: parts.every(({ codeGeneration }) => codeGeneration),
    // One limit for the whole, as if it were written as one formula.
    mostWork: Math.max(...parts.map(({ mostWork }) => mostWork)),
    recipe: joinedRecipe(joining, parts),
    assume: (known) =>
      joinedParts(
        joining,
        parts.map((part) => part.assume(known)),
      ),
    spanOf: (node) => {
      const origin = joined.originOf(node);
      if (origin === undefined) return;
      for (const [index, part] of parts.entries()) {
        const span = part.spanOf(origin);
        const offset = offsets[index] ?? 0;
        if (span !== undefined) return { start: span.start + offset, end: span.end + offset };
      }
      return;
    },
    explain: (scope, offset, visible) => ({
      span: { start: offset, end: offset + source.length },
      text: shortSource(source),
      ...holding(condition, scope),
      parts: parts.map((part, index) =>
        part.explain(scope, offset + (offsets[index] ?? 0), visible),
      ),
    }),
  };
}

function joinedRecipe(joining: Joining, parts: readonly FormulaParts[]): Recipe | undefined {
  const recipes = parts.flatMap(({ recipe }) => recipe ?? []);
  return recipes.length === parts.length ? { joining, parts: recipes } : undefined;
}

/** The condition, but false instead of an error: no filter selects a record for either. */
function withoutError(builder: CoreBuilder, condition: CoreNode): CoreNode {
  if (!condition.mayFail) return condition;
  return builder.and(builder.not(builder.isError(condition)), condition);
}

function holding(condition: CoreNode, scope: Scope): Pick<Explanation, "value" | "holds"> {
  const holds = evaluate(condition, scope) === true;
  return { value: holds, holds };
}

/** The text of the combined formula, and the offsets of the original texts in it. */
function textOf(
  joining: Joining,
  parts: readonly FormulaParts[],
): { readonly source: string; readonly offsets: readonly number[] } {
  if (joining === "complement") {
    const [{ source, condition } = { source: "", condition: undefined }] = parts;
    // NOT of an error is an error, which no filter selects.
    const text = closed(source);
    const before = condition?.mayFail === true ? `NOT(AND(NOT(ISERROR(${text})), ` : "NOT(";
    const after = condition?.mayFail === true ? "))" : ")";
    return { source: before + text + after, offsets: [before.length] };
  }
  let source = `${joining.toUpperCase()}(`;
  const offsets: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) source += ", ";
    offsets.push(source.length);
    source += closed(part.source);
  }
  return { source: `${source})`, offsets };
}

/** Makes a text safe to prepend: ends a trailing line comment. */
function closed(source: string): string {
  return source.includes("//") ? `${source}\n` : source;
}
