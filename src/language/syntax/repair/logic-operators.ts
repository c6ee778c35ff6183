import type { Edit } from "../../source/diagnostic.ts";
import type { SyntaxFinding } from "../../source/finding.ts";
import type { ForeignHelp } from "../../source/messages/diagnostic-data.ts";
import { NumberText, Text } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { isHole } from "./repaired-token.ts";
import {
  endOfTokens,
  FUNCTION_OF,
  LEVELS,
  split,
  startOfTokens,
  type TokenRun,
} from "./segment.ts";

const OR_TEXTS: ForeignHelp = { instead: ["OR(a, b)", "&"], note: "joins-texts" };

const HELP: ReadonlyMap<string, ForeignHelp> = new Map<string, ForeignHelp>([
  ["&&", { instead: ["AND(a, b)"] }],
  ["||", OR_TEXTS],
  ["|", OR_TEXTS],
  ["!", { instead: ["NOT(a)"] }],
]);

/** The findings for `a && b`, `a OR b`, `!a` and so on: one per segment, with one fix for all of it. */
export function logicFindings(run: TokenRun): readonly SyntaxFinding[] {
  const first = run.separators.find(({ kind }) => kind !== "guess");
  if (first === undefined) return [];
  const { image } = first.token;
  const help = HELP.get(image);
  const call = `${image.toUpperCase()}(${first.kind === "not" ? "a" : "a, b"})`;
  const isCertain =
    run.separators.every(({ kind }) => kind !== "guess") &&
    !run.tokens.some(isHole) &&
    !joinsLiterals(run);
  return [
    {
      code: "foreign-operator",
      span: spanOf(first.token),
      data:
        help === undefined
          ? { operator: image, reason: "function", instead: [call] }
          : { operator: image, reason: "unknown", ...help },
      ...(isCertain && { fix: editsOf(run, 0) }),
    },
  ];
}

/**
 * Whether an operand is no condition: `a = 1 OR 2` means two comparisons, and `a || "b" = c` may join texts, as in SQL.
 */
function joinsLiterals({ tokens, separators }: TokenRun): boolean {
  const starts = [0, ...separators.map(({ at }) => at)];
  return starts.some((start, index) => {
    const end = starts[index + 1] ?? tokens.length;
    const type = tokens[start]?.tokenType;
    if (type !== Text && type !== NumberText) return false;
    return (
      end === start + 1 ||
      (type === Text && separators[index - 1]?.token.image.startsWith("|") === true)
    );
  });
}

/** The edits of the fix, in source order. Edits at the same offset keep this order. */
function editsOf(run: TokenRun, level: number): readonly Edit[] {
  const kind = LEVELS[level];
  if (kind === undefined) return editsOfNegations(run);
  const parts = split(run, kind);
  if (parts.length === 1) return parts.flatMap((part) => editsOf(part, level + 1));

  const between = run.separators.filter((separator) => separator.kind === kind);
  const edits: Edit[] = [insert(startOfRun(run), `${FUNCTION_OF[kind]}(`)];
  for (const [index, part] of parts.entries()) {
    const separator = between[index - 1];
    const before = parts[index - 1];
    if (separator !== undefined && before !== undefined) {
      const end = endOf(separator.token);
      const text = startOfRun(part) > end ? "," : ", ";
      edits.push({ span: { start: endOfTokens(before.tokens), end }, text });
    }
    edits.push(...editsOf(part, level + 1));
  }
  edits.push(insert(endOfTokens(run.tokens), ")"));
  return edits;
}

function editsOfNegations({ tokens, separators }: TokenRun): readonly Edit[] {
  const edits = separators.map(({ at, token }, index): Edit => {
    const next = separators[index + 1];
    const end = next?.at === at ? next.token.startOffset : startOfTokens(tokens.slice(at, at + 1));
    return { span: { start: token.startOffset, end }, text: "NOT(" };
  });
  return [...edits, ...separators.map(() => insert(endOfTokens(tokens), ")"))];
}

function startOfRun({ tokens, separators }: TokenRun): number {
  const [first] = separators;
  return first?.kind === "not" && first.at === 0 ? first.token.startOffset : startOfTokens(tokens);
}

function insert(at: number, text: string): Edit {
  return { span: { start: at, end: at }, text };
}
