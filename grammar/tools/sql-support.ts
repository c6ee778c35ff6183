import { SQL_DIALECTS } from "../../src/backends/sql/standard-dialects.ts";
import { compile } from "../../src/engine/index.ts";
import type { DocumentedFunction } from "../../src/language/functions/define.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import type { Parameter } from "../../src/language/functions/function-parameter.ts";
import { children, type Expression, parse } from "../../src/language/syntax/index.ts";
import { explainSql } from "../../src/sql.ts";
import { EXAMPLE_SCHEMA } from "./analyse.ts";
import { code, table } from "./markdown.ts";

/** The table's terms for how a function can run. */
const EXACT = "exact";
const PREFILTER = "prefilter";
const MEMORY = "memory";

interface Support {
  readonly way: string;
  /** Why the database does not decide everything. */
  readonly reasons: readonly string[];
}

/** The support for functions by dialect, determined by compiling a call on fields. */
export function sqlSupportTable(): string {
  const notes = new Map<string, number>();
  const noteOf = (reason: string): number => {
    const known = notes.get(reason) ?? notes.size + 1;
    notes.set(reason, known);
    return known;
  };
  const rows = DOCUMENTED_FUNCTIONS.map((documented) => {
    const formula = callOnFields(documented);
    const cells = SQL_DIALECTS.map((dialect) => {
      const { way, reasons } = supportOf(formula, dialect);
      const marks = reasons.map((reason) => `[${noteOf(reason)}]`).join(" ");
      return marks === "" ? way : `${way} ${marks}`;
    });
    return [code(formula), ...cells];
  });
  const list = [...notes].map(([reason, number]) => `${number}. ${reason}`).join("\n");
  return `${table(["a call on fields", ...SQL_DIALECTS.map(({ title }) => title)], rows)}\n\n${list}`;
}

/** How a dialect supports a formula over the example record. */
export function supportOf(formula: string, dialect: (typeof SQL_DIALECTS)[number]): Support {
  const result = compile(formula, EXAMPLE_SCHEMA);
  if (!result.ok) throw new Error(`${formula}: ${result.diagnostics[0]?.message}`);
  const parts = explainSql(result.formula, dialect);
  const reasons = [...new Set(parts.flatMap((part) => part.reasons))];
  const way = parts.every(({ runs }) => runs === "database")
    ? EXACT
    : parts.every(({ runs }) => runs === "memory")
      ? MEMORY
      : PREFILTER;
  return { way, reasons };
}

const FIELDS = {
  text: ["{title}", "{notes}"],
  number: ["{price}", "{tax}", "{year}"],
  boolean: ["{sold}"],
  date: ["{createdAt}", "{updatedAt}"],
  list: ["{tags}"],
  condition: ["{sold}"],
  any: ["{price}", "{tax}"],
  common: ["{price}", "{tax}"],
} as const;

/** A call of a function, with fields as arguments wherever possible. */
export function callOnFields(documented: DocumentedFunction): string {
  const { definition } = documented;
  if (definition.form === "switch") return 'SWITCH({title}, "new", {price}, {tax})';
  if (definition.form === "among") return "ISONEOF({price}, 1000, 2000)";
  if (definition.form === "between") return "BETWEEN({price}, 1000, 2000)";
  const used = new Map<string, number>();
  const written: string[] = [];
  for (const [index, parameter] of definition.parameters.entries()) {
    if (parameter.presence === "implicit") continue;
    if (parameter.presence === "optional" && parameter.literal === undefined) continue;
    const times = parameter.presence === "rest" ? Math.max(parameter.least, 2) : 1;
    for (let made = 0; made < times; made++) {
      const argument = argumentOf(documented, parameter, index, used);
      if (argument !== undefined) written.push(argument);
    }
  }
  return `${definition.name}(${written.join(", ")})`;
}

function argumentOf(
  documented: DocumentedFunction,
  parameter: Parameter,
  index: number,
  used: Map<string, number>,
): string | undefined {
  if (parameter.literal !== undefined) {
    const sample = parameter.choices?.[0] ?? sampleOf(documented, index);
    return sample === undefined ? undefined : `"${sample.replace(/[\\"]/g, "\\$&")}"`;
  }
  // Positions and counts in texts are mostly literals.
  if (parameter.type === "number" && documented.definition.result === "text") return "3";
  const fields: readonly string[] = FIELDS[parameter.type];
  const place = used.get(parameter.type) ?? 0;
  used.set(parameter.type, place + 1);
  return fields[place % fields.length];
}

/** A text for a parameter, from an example of the function. */
function sampleOf(
  { definition, documentation }: DocumentedFunction,
  index: number,
): string | undefined {
  for (const [formula] of documentation.examples) {
    const parsed = parse(formula);
    const found = parsed.ok ? textArgument(parsed.ast.root, definition.name, index) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function textArgument(node: Expression, name: string, index: number): string | undefined {
  if (node.kind === "call" && node.name.toUpperCase() === name) {
    const argument = node.arguments[index];
    if (argument?.kind === "text") return argument.value;
  }
  for (const child of children(node)) {
    const found = textArgument(child, name, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
