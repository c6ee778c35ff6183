import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import { and, not, or, parameter, type SqlFragment } from "../sql-fragment.ts";
import { isOneOfTexts } from "./among.ts";
import { apply, type Context } from "./context.ts";
import { prefixRange } from "./sql-field-test.ts";
import { textColumn } from "./typed-columns.ts";

/** With more constants than this, the general form is used. */
const MOST = 2_000;

/**
 * A test of a field's lower-case text against constants, in a form that can use an index on the engine's own lower
 * case. NULL if the column is. `undefined` for all other conditions, and for constants for which the general form is shorter
 * because they have many non-ASCII letters.
 */
export function caseTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  const { ignoringCase } = context.dialect;
  const [text, needle] = node.operands;
  if (ignoringCase === undefined || text?.op !== "lowerCase") return undefined;
  const field = operandOf(text);
  if (field.op !== "field" || field.type !== "text") return undefined;
  const constants = constantsOf(node, needle);
  if (constants === undefined) return undefined;
  const variants: string[] = [];
  for (const constant of constants) {
    const found = ignoringCase.variants(constant);
    if (found === undefined || variants.length + found.length > MOST) return undefined;
    variants.push(...found);
  }
  const column = textColumn(context, field.data).read(context.column(field.data));
  const folded = ignoringCase.fold(column);
  if (node.op === "equal" || node.op === "among")
    return isOneOfTexts(context, folded, variants, wanted);
  const tests = variants.map((variant) => partTest(context, node, folded, variant, wanted));
  return wanted ? or(...tests) : and(...tests);
}

function constantsOf(node: CoreNode, needle: CoreNode | undefined): readonly string[] | undefined {
  switch (node.op) {
    case "among":
      return [...node.data].map(String);
    case "equal":
    case "contains":
    case "startsWith":
    case "endsWith":
      return needle?.op === "literal" && typeof needle.data === "string" && needle.data !== ""
        ? [needle.data]
        : undefined;
    default:
      return undefined;
  }
}

/** Whether a text starts with, ends with or contains a part. */
function partTest(
  context: Context,
  node: CoreNode,
  folded: SqlFragment,
  part: string,
  wanted: boolean,
): SqlFragment {
  const { ignoringCase, literal, operations, prefixAsRange } = context.dialect;
  const needle = literal.text(parameter(part, "text"));
  const withPolarity = (test: SqlFragment): SqlFragment => (wanted ? test : not(test));
  switch (node.op) {
    case "contains": {
      const own = ignoringCase?.contains?.(folded, part);
      if (own !== undefined) return withPolarity(own);
      const test = wanted ? operations.contains : operations.notContains;
      return apply("contains", test, folded, needle);
    }
    case "startsWith": {
      if (prefixAsRange === true) return prefixRange(context, folded, part, wanted);
      const own = ignoringCase?.startsWith?.(folded, part);
      return withPolarity(own ?? apply("startsWith", operations.startsWith, folded, needle));
    }
    default:
      return withPolarity(apply("endsWith", operations.endsWith, folded, needle));
  }
}
