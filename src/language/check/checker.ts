import type { NamedParameter } from "../core/named-parameter.ts";
import type { Registry } from "../functions/registry.ts";
import type { Schema } from "../schema/declarations.ts";
import type { Field } from "../schema/field.ts";
import { excerpt, type Finding, replace } from "../source/finding.ts";
import type { Expression } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { numberText } from "../values/number/index.ts";
import { convert } from "./convert.ts";
import type { Typed } from "./typed.ts";

/** The parameters that a formula may use, by name. */
export type Parameters = ReadonlyMap<string, NamedParameter>;

/** Which names diagnostics may suggest. */
export interface Suggestible {
  readonly isFunction: (name: string) => boolean;
  readonly isField: (name: string) => boolean;
}

const EVERYTHING: Suggestible = { isFunction: () => true, isField: () => true };

/** The state that the rules share while one formula is checked: the available names and the findings so far. */
export class CheckContext {
  readonly findings: Finding[] = [];
  /** Fields in the order of their first use. */
  readonly fields = new Map<string, Field | undefined>();

  readonly source: string;
  readonly schema: Schema | undefined;
  readonly registry: Registry;
  /** `undefined` if no parameters were declared. */
  readonly parameters: Parameters | undefined;
  readonly suggestible: Suggestible;
  readonly #visit: (node: Expression) => Typed;

  /** @param visit checks any expression; passed in to avoid circular imports between the rules */
  constructor(
    source: string,
    schema: Schema | undefined,
    registry: Registry,
    parameters: Parameters | undefined,
    visit: (node: Expression) => Typed,
    suggestible: Suggestible = EVERYTHING,
  ) {
    this.source = source;
    this.schema = schema;
    this.registry = registry;
    this.parameters = parameters;
    this.suggestible = suggestible;
    this.#visit = visit;
  }

  report(finding: Finding): void {
    this.findings.push(finding);
  }

  /** Replaces a finding with a more precise one. */
  amend(finding: Finding, amended: Finding): void {
    this.findings[this.findings.lastIndexOf(finding)] = amended;
  }

  /** Checks an expression. */
  check(node: Expression): Typed {
    return this.#visit(node);
  }

  /** Warns of a number that becomes a text in another spelling: `01` is "1". */
  #warnOfSpelling({ node, value }: Typed & { readonly kind: "number" }): void {
    const { span } = node;
    const written = this.source.slice(span.start, span.end);
    if (written === numberText(value) || !/^[\d.]/.test(written)) return;
    const finding: Finding = {
      code: "inexact-number",
      span,
      data: { written: excerpt(written), value, text: `"${written}"` },
      fix: replace(span, `"${written}"`),
    };
    const found = this.findings.findLast(
      (one) => one.code === "inexact-number" && one.span === span,
    );
    if (found === undefined) this.report(finding);
    else this.amend(found, finding);
  }

  /** Converts a value to a type. If that is impossible, reports it and returns a value of unknown type. */
  require(typed: Typed, type: ValueType): Typed {
    const conversion = convert(typed, type, this);
    if (conversion.ok) {
      if (typed.kind === "number" && (type === "text" || type === "list"))
        this.#warnOfSpelling(typed);
      return conversion.typed;
    }
    this.report(conversion.finding);
    return unknown(typed.node);
  }
}

/** A placeholder for an expression without a known type, so that one mistake gets only one diagnostic. */
export function unknown(node: Expression): Typed {
  return { kind: "unknown", type: "unknown", node };
}
