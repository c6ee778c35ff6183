import {
  type CompileOptions,
  compile,
  type Explanation,
  type ParameterDeclarations,
  type ParameterValues,
} from "../../../engine/index.ts";
import type { Diagnostic } from "../../../language/source/diagnostic.ts";
import { children, type Expression, parseTolerant } from "../../../language/syntax/index.ts";
import { defined } from "../../../util/defined.ts";
import type { LanguageOptions, PartValue } from "../assistance-types.ts";
import type { EditorTexts } from "../editor-texts.ts";
import { showValue } from "./show-value.ts";

/** The values of a formula's parts for a record; in an invalid formula, those of valid parts. */
export function partValues<Row>(
  text: string,
  record: Row,
  options: LanguageOptions<Row>,
  given: Readonly<Record<string, unknown>> | undefined,
  diagnose: (text: string) => readonly Diagnostic[],
  types: EditorTexts["types"],
): readonly PartValue[] {
  const explain = explainer(options, record, given);
  const whole = explain(text);
  if (whole !== undefined) return flattened(whole, 0, 0, types);
  const { ast } = parseTolerant(
    text,
    options.limits === undefined ? {} : { limits: options.limits },
  );
  if (ast === undefined) return [];
  const errors = diagnose(text).filter(({ severity }) => severity === "error");
  return soundParts(ast.root, errors).flatMap(({ node, depth }) => {
    const { start, end } = node.span;
    const part = explain(text.slice(start, end));
    return part === undefined ? [] : flattened(part, start, depth, types);
  });
}

type Explain = (text: string) => Explanation | undefined;

function explainer<Row>(
  {
    schema,
    clock,
    functions,
    timeZone,
    limits,
    policy,
    parameters,
    messages,
  }: LanguageOptions<Row>,
  record: Row,
  given: Readonly<Record<string, unknown>> | undefined,
): Explain {
  const options: CompileOptions = {
    codeGeneration: false,
    ...defined({ clock, functions, timeZone, limits, policy, messages }),
  };
  return (text) => {
    if (given === undefined) {
      const result = compile(text, schema, options);
      return result.ok ? result.formula.explain(record) : undefined;
    }
    const result = compile(text, schema, { ...options, parameters: parameters ?? {} });
    return result.ok
      ? result.formula.with(given as ParameterValues<ParameterDeclarations>).explain(record)
      : undefined;
  };
}

interface SoundPart {
  readonly node: Expression;
  readonly depth: number;
}

/** The largest parts of the tree without errors. */
function soundParts(root: Expression, errors: readonly Diagnostic[]): readonly SoundPart[] {
  const found: SoundPart[] = [];
  const waiting: SoundPart[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const { start, end } = node.span;
    const isBroken = errors.some(({ span }) => span.start < end && start < span.end);
    const isEmpty = start === end;
    const isRoot = node === root;
    if (!isBroken && !isEmpty && !isRoot) found.push(next);
    else {
      const parts = children(node).toReversed();
      waiting.push(...parts.map((part) => ({ node: part, depth: depth + 1 })));
    }
  }
  return found;
}

function flattened(
  root: Explanation,
  offset: number,
  depth: number,
  types: EditorTexts["types"],
): readonly PartValue[] {
  const found: PartValue[] = [];
  const waiting = [{ part: root, depth }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { span, value, holds, cause, parts, length } = next.part;
    const shown = showValue(value, types);
    found.push({
      span: { start: span.start + offset, end: span.end + offset },
      value,
      shown: length === undefined ? shown : `${shown} (${length})`,
      holds,
      ...(cause === undefined ? {} : { cause }),
      depth: next.depth,
    });
    const inner = next.depth + 1;
    waiting.push(...parts.map((part) => ({ part, depth: inner })).reverse());
  }
  return found;
}
