import { isAllowed } from "../../../engine/index.ts";
import { insideOf, type Typed } from "../../../language/check/index.ts";
import { isBareFunction } from "../../../language/check/names.ts";
import type { FunctionDefinition } from "../../../language/functions/define.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Field } from "../../../language/schema/index.ts";
import {
  type Ast,
  type Expression,
  nameOfField,
  type SourceToken,
  sourceTokens,
  textOfLiteral,
} from "../../../language/syntax/index.ts";
import type { Hover, HoverSubject, TypedSpan } from "../assistance-types.ts";
import { offsetIn, partAt } from "../cursor/cursor.ts";
import { expressionsAround, treeOf, typedOf, typeOf } from "../cursor/tree-at.ts";
import { typeAndRole } from "../editor-texts.ts";
import type { Knowledge } from "../knowledge.ts";
import type { FunctionCard } from "./function-card.ts";
import { showValue } from "./show-value.ts";

type Cards = ReadonlyMap<FunctionDefinition, FunctionCard>;

/** The hover at an offset. */
export function hoverAt(
  text: string,
  givenOffset: number,
  knowledge: Knowledge,
  cards: Cards,
): Hover | undefined {
  const offset = offsetIn(text, givenOffset);
  const token = partAt(sourceTokens(text), offset);
  if (token === undefined) return undefined;
  const ast = treeOf(text, knowledge);
  const around = ast === undefined ? [] : expressionsAround(ast.root, token.span);
  const subject = subjectOf(token, ast, around, knowledge, cards);
  if (subject === undefined) return undefined;
  const smallest = around.at(-1);
  const expression: TypedSpan =
    ast === undefined || smallest === undefined
      ? { span: token.span, type: "unknown" }
      : { span: smallest.span, type: typeOf(ast, smallest, knowledge) };
  return { span: token.span, subject, markdown: markdownOf(subject, knowledge, cards), expression };
}

function subjectOf(
  { kind, image }: SourceToken,
  ast: Ast | undefined,
  around: readonly Expression[],
  knowledge: Knowledge,
  cards: Cards,
): HoverSubject | undefined {
  const { schema, parameters, texts } = knowledge;
  switch (kind) {
    case "field":
      return fieldSubject(schema.fields.get(nameOfField(image)), knowledge);
    case "name":
      return nameSubject(image, around, knowledge, cards);
    case "parameter": {
      const parameter = parameters.get(image.slice(1));
      return parameter && { kind, name: parameter.name, type: parameter.type };
    }
    case "number":
      return { kind, value: Number(image) };
    case "text": {
      const date = ast && dateOf(ast, around, knowledge);
      return date === undefined
        ? { kind, value: textOfLiteral(image) }
        : { kind: "date", value: new Date(date) };
    }
    case "operator": {
      const operator = image === "<>" ? "!=" : image;
      const note = Object.entries(texts.operators).find(([name]) => name === operator)?.[1];
      return note && { kind, operator, ...note };
    }
    default:
      return undefined;
  }
}

function fieldSubject(field: Field | undefined, { policy }: Knowledge): HoverSubject | undefined {
  if (field === undefined || !isAllowed(policy?.fields, field.name)) return undefined;
  return { kind: "field", field };
}

/** A bare name is a function if it is called; otherwise a field, or a function that needs no parentheses. */
function nameSubject(
  name: string,
  around: readonly Expression[],
  knowledge: Knowledge,
  cards: Cards,
): HoverSubject | undefined {
  const { schema, registry } = knowledge;
  const node = around.at(-1);
  const isCalled = node?.kind === "call";
  const field = isCalled ? undefined : schema.fields.get(name);
  if (field !== undefined) return fieldSubject(field, knowledge);
  const definition = lookUpFunction(registry, name);
  const card = definition && cards.get(definition);
  if (card === undefined || !(isCalled || isBareFunction(card.definition.name))) return undefined;
  const { signature, summary, example } = card;
  return {
    kind: "function",
    name: card.definition.name,
    signature: signature.label,
    summary,
    ...(example === undefined ? {} : { example }),
  };
}

/** The instant that a text denotes, if it is read as a date. */
function dateOf(ast: Ast, around: readonly Expression[], knowledge: Knowledge): number | undefined {
  const [parent, literal] = around.slice(-2);
  if (parent === undefined || literal?.kind !== "text") return undefined;
  return dateIn(typedOf(ast, parent, knowledge), literal);
}

function dateIn(root: Typed, literal: Expression): number | undefined {
  const found = new Set([root]);
  for (const typed of found) {
    if (typed.kind === "date" && typed.node === literal) return typed.milliseconds;
    for (const part of insideOf(typed)) found.add(part);
  }
  return undefined;
}

function markdownOf(subject: HoverSubject, { registry, texts }: Knowledge, cards: Cards): string {
  const { types, kinds } = texts;
  switch (subject.kind) {
    case "field": {
      const { name, description, choices } = subject.field;
      const kind = typeAndRole(subject.field, texts);
      return paragraphs(`**${escaped(name)}**: ${kind}`, description, choices && listed(choices));
    }
    case "function": {
      const definition = lookUpFunction(registry, subject.name);
      return (definition && cards.get(definition)?.markdown) ?? subject.signature;
    }
    case "operator":
      return paragraphs(`\`${subject.operator}\`: ${subject.summary}`, subject.blanks);
    case "parameter":
      return `\`$${subject.name}\`: ${types[subject.type]}, ${kinds.parameter}`;
    case "text":
    case "number":
    case "date":
      return `${types[subject.kind]} \`${showValue(subject.value, types).replaceAll("`", "'")}\``;
  }
}

/** The most choices of a field that a hover shows. */
const MOST_CHOICES = 20;

function listed(choices: readonly string[]): string {
  const shown = choices.slice(0, MOST_CHOICES).map(escaped).join(", ");
  return `One of: ${shown}${choices.length > MOST_CHOICES ? ", …" : ""}`;
}

function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&");
}
