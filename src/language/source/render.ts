import { misuse, requireOptions } from "../../util/misuse.ts";
import { applyFix } from "./apply-fix.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { translate } from "./finding.ts";
import { type Fragment, sourceText } from "./formula-fragment.ts";
import { lineAt } from "./lines.ts";
import type { Messages, RenderLabels } from "./messages/messages.ts";
import type { Span } from "./span.ts";
import { visibleText, visibleWidth } from "./visible-text.ts";

/** The options of `render`. */
export interface RenderOptions {
  /** Whether to colour the output with ANSI escape sequences. */
  readonly color?: boolean;
  /** The catalogue of texts; the texts in the diagnostics unless given. */
  readonly messages?: Messages | undefined;
}

const STYLES = {
  error: "1;31",
  warning: "1;33",
  information: "1;36",
  margin: "34",
  strong: "1",
} as const;
type Style = keyof typeof STYLES;
type Paint = (style: Style, text: string) => string;

const plain: Paint = (_style, text) => text;
const colored: Paint = (style, text) => `\u001b[${STYLES[style]}m${text}\u001b[0m`;

const ENGLISH_LABELS: RenderLabels = {
  error: "error",
  warning: "warning",
  information: "information",
  help: "help",
  fix: "fix",
  note: "note",
  position: (line, column) => `line ${line}, column ${column}`,
  offsets: (start, end) => `at ${start} to ${end}`,
};

/** The colours and labels of the output. */
interface RenderStyle {
  readonly paint: Paint;
  readonly labels: RenderLabels;
  readonly messages: Messages | undefined;
}

/**
 * Renders diagnostics as text: each with its line of the formula, carets under the span, help and fix. Without the
 * formula, offsets are shown instead of the line.
 */
export function render(
  source: string | Fragment,
  diagnostics: readonly Diagnostic[],
  options?: RenderOptions,
): string;
export function render(diagnostics: readonly Diagnostic[], options?: RenderOptions): string;
export function render(
  first: string | Fragment | readonly Diagnostic[],
  second?: readonly Diagnostic[] | RenderOptions,
  third?: RenderOptions,
): string {
  if (isDiagnostics(first)) {
    const style = styleOf(isDiagnostics(second) ? third : second);
    return first.map((one) => renderAlone(one, style)).join("\n\n");
  }
  const source = sourceText(first, "render");
  if (!isDiagnostics(second)) {
    throw misuse("`render`: the second argument", "an array of diagnostics", second, SHOWN);
  }
  const style = styleOf(third);
  return second.map((one) => renderOne(source, one, style)).join("\n\n");
}

const SHOWN = "write `render(formula, result.diagnostics)`";

function isDiagnostics(value: unknown): value is readonly Diagnostic[] {
  return Array.isArray(value) && value.every(isDiagnostic);
}

function isDiagnostic(value: unknown): boolean {
  return typeof value === "object" && value !== null && "span" in value && "message" in value;
}

function styleOf(options: RenderOptions | undefined): RenderStyle {
  requireOptions(options, "render", { color: "boolean", messages: "object" });
  const messages = options?.messages;
  return {
    paint: options?.color === true ? colored : plain,
    labels: { ...ENGLISH_LABELS, ...messages?.labels },
    messages,
  };
}

function titleOf({ code, severity, message }: Diagnostic, { paint, labels }: RenderStyle): string {
  return `${paint(severity, `${labels[severity]}[${code}]`)}${paint("strong", `: ${message}`)}`;
}

function renderAlone(diagnostic: Diagnostic, style: RenderStyle): string {
  const { labels, messages } = style;
  const shown = translate(diagnostic, messages);
  const { span, help, fix } = shown;
  const parts = [titleOf(shown, style), `  ${labels.offsets(span.start, span.end)}`];
  if (help !== undefined) parts.push(`  ${labels.help}: ${help}`);
  if (fix !== undefined) parts.push(`  ${labels.fix}: ${fix.title}`);
  return parts.join("\n");
}

function renderOne(source: string, diagnostic: Diagnostic, style: RenderStyle): string {
  const { paint, labels, messages } = style;
  const shown = translate(diagnostic, messages);
  const { severity, span, help, fix, related = [] } = shown;
  const parts = [titleOf(shown, style), ...excerpt(source, span, paint, severity)];
  for (const other of related) {
    const line = lineAt(source, other.span.start);
    const column = [...line.text.slice(0, other.span.start - line.start)].length + 1;
    const position = labels.position(line.number, column);
    parts.push(`  ${labels.note}: ${other.message} (${position})`);
  }
  if (help !== undefined) parts.push(`  ${labels.help}: ${help}`);
  if (fix !== undefined) {
    parts.push(`  ${labels.fix}: ${fix.title}${fixedText(applyFix(source, fix))}`);
  }
  return parts.join("\n");
}

const LONGEST_FIXED_TEXT = 80;

function fixedText(text: string): string {
  const shown = visibleText(text);
  return shown.length > LONGEST_FIXED_TEXT || /[\n\r]/.test(text) ? "" : `: ${shown}`;
}

/** The first and the last line of the span, with carets under the parts inside it. */
function excerpt(source: string, span: Span, paint: Paint, severity: Style): string[] {
  const first = lineAt(source, span.start);
  // A span that ends with a line break does not include the next line.
  const last = lineAt(source, Math.max(span.start, span.end - 1));
  const gutter = String(last.number).length;
  const shown = first.start === last.start ? [first] : [first, last];
  const parts: string[] = [];
  for (const line of shown) {
    if (line.number > first.number + 1) parts.push(paint("margin", `${" ".repeat(gutter)} ...`));
    const from = Math.max(span.start - line.start, 0);
    const to = Math.min(span.end - line.start, line.text.length);
    const { text, indent, width } = windowOf(line.text, from, to);
    parts.push(
      `${paint("margin", `${String(line.number).padStart(gutter)} |`)} ${text}`,
      `${paint("margin", `${" ".repeat(gutter)} |`)} ${" ".repeat(indent)}${paint(severity, "^".repeat(width))}`,
    );
  }
  return parts;
}

const MOST_BEFORE = 40;
const MOST_INSIDE = 60;
const MOST_AFTER = 40;

/** The part of a long line around the span, with the column and width of the carets. */
function windowOf(line: string, from: number, to: number) {
  const start = wholeCharacter(line, Math.max(0, from - MOST_BEFORE));
  const end = wholeCharacter(line, Math.min(to, from + MOST_INSIDE));
  const stop = wholeCharacter(line, Math.min(line.length, end + MOST_AFTER));
  const before = (start > 0 ? "…" : "") + line.slice(start, from);
  const inside = line.slice(from, end);
  const after = line.slice(end, stop) + (stop < line.length ? "…" : "");
  return {
    text: visibleText(before + inside + after).trimEnd(),
    indent: visibleWidth(before),
    width: Math.max(1, visibleWidth(inside)),
  };
}

/** The offset, moved past a surrogate pair if it is inside one. */
function wholeCharacter(line: string, offset: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(line.slice(offset - 1)) ? offset + 1 : offset;
}
