import { nameAt } from "../../../src/editors/assistance/describe/name-at.ts";
import {
  type CompletionItem,
  createLanguage,
  type FieldValue,
} from "../../../src/editors/assistance/index.ts";
import { knowledgeOf } from "../../../src/editors/assistance/knowledge.ts";
import { check, readSchema } from "../../../src/index.ts";
import { BUILT_IN } from "../../../src/language/functions/registry.ts";
import {
  type SourceToken,
  sourceTokens,
  textOfLiteral,
} from "../../../src/language/syntax/index.ts";

/** Formulas over one schema, with the values that its fields have. */
export interface FormulaGroup {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, readonly (string | number)[] | undefined>>;
  readonly formulas: readonly string[];
}

export type RecallKind =
  | "field"
  | "function"
  | "constant"
  | "operator"
  | "unit"
  | "value"
  | "punctuation";

/** How many tokens of a kind there are, and how many of them were among the items that are seen at once. */
export interface Recall {
  readonly hits: number;
  readonly all: number;
}

/** So many items of a list are seen at once. */
const SHOWN = 10;

/**
 * Cuts each formula before each of its tokens, and looks for the token in what is offered there.
 *
 * @param letters how many letters of a name or a text are written
 */
export async function recallOf(
  groups: readonly FormulaGroup[],
  letters = 0,
): Promise<ReadonlyMap<RecallKind, Recall>> {
  const found = new Map<RecallKind, Recall>();
  for (const { fields, values, formulas, name } of groups) {
    const read = readSchema({ fields });
    if (!read.ok)
      throw new Error(`${name}: ${read.problems.map(({ message }) => message).join("; ")}`);
    const { schema } = read;
    const language = createLanguage({
      schema,
      values: ({ name }, prefix, { limit }) =>
        (values[name] ?? [])
          .filter((value) => String(value).toLowerCase().startsWith(prefix.toLowerCase()))
          .slice(0, limit)
          .map((value): FieldValue => ({ value })),
    });
    const knowledge = knowledgeOf({ schema });
    const known = new Set(Object.values(values).flatMap((all) => (all ?? []).map(String)));
    for (const formula of formulas) {
      const { diagnostics } = check(formula, schema);
      if (diagnostics.length > 0) throw new Error(`${formula}: ${diagnostics[0]?.message}`);
      const tokens = sourceTokens(formula);
      for (const [index, token] of tokens.entries()) {
        const isText = token.kind === "text";
        const cut = token.span.start + writtenOf(token, letters);
        const { items } = await language.completeWithValues(formula.slice(0, cut), cut);
        const shown = items.slice(0, SHOWN);
        const wanted = isText
          ? wantedText(token, shown, known)
          : (wantedName(nameAt(token, tokens[index + 1], knowledge)) ??
            wantedSign(token, tokens[index - 1]));
        if (wanted === undefined) continue;
        const [kind, label] = wanted;
        const isHit = shown.some((item) => item.label === label);
        const { hits, all } = found.get(kind) ?? { hits: 0, all: 0 };
        found.set(kind, { hits: hits + (isHit ? 1 : 0), all: all + 1 });
      }
    }
  }
  return found;
}

/** How much of a token is written: a quote always, a brace only with letters. */
function writtenOf({ kind }: SourceToken, letters: number): number {
  if (kind === "text") return 1 + letters;
  if (kind === "field") return letters === 0 ? 0 : 1 + letters;
  return kind === "name" ? letters : 0;
}

type Wanted = readonly [RecallKind, string] | undefined;

function wantedName(named: ReturnType<typeof nameAt>): Wanted {
  if (named === undefined) return undefined;
  const isConstant = named.kind === "function" && BUILT_IN.get(named.name)?.most === 0;
  const kind = isConstant ? "constant" : named.kind === "field" ? "field" : "function";
  return [kind, named.name];
}

function wantedText(
  { image }: SourceToken,
  shown: readonly CompletionItem[],
  known: ReadonlySet<string>,
): Wanted {
  const value = textOfLiteral(image);
  if (shown.some(({ kind }) => kind === "unit" || kind === "format")) return ["unit", value];
  return known.has(value) ? ["value", value] : undefined;
}

function wantedSign({ kind, image }: SourceToken, before: SourceToken | undefined): Wanted {
  if (kind === "comma" || kind === "closing") return ["punctuation", image];
  const isSign = before === undefined || before.kind === "comma";
  return kind === "operator" && !isSign ? ["operator", image] : undefined;
}

/** The share of all kinds together, or of those that are given. */
export function shareOf(
  found: ReadonlyMap<RecallKind, Recall>,
  isCounted: (kind: RecallKind) => boolean = () => true,
): number {
  const counted = [...found].filter(([kind]) => isCounted(kind)).map(([, recall]) => recall);
  const hits = counted.reduce((sum, recall) => sum + recall.hits, 0);
  return hits / counted.reduce((sum, recall) => sum + recall.all, 0);
}
