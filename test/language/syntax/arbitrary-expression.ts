import fc from "fast-check";
import type {
  BinaryOperator,
  Expression,
  UnaryOperator,
} from "../../../src/language/syntax/index.ts";

const HERE = { id: 0, span: { start: 0, end: 0 } };

const UNARY_OPERATORS: readonly UnaryOperator[] = ["-", "+"];
const BINARY_OPERATORS: readonly BinaryOperator[] = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "&",
  "+",
  "-",
  "*",
  "/",
];

/** Any text that a formula can contain: no lone surrogates, and no NUL. */
const anyText = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(..."\"'\\nrt{}.a \n\t\r“”//**"), maxLength: 8 }),
  )
  .map((text) => text.replaceAll("\0", "0"));

const anyNumber = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.nat(),
  fc.constantFrom(0, 5e-324, 1e21, 1e-7, 0.1, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER),
);

const bareName = fc.constantFrom(
  "a",
  "price",
  "_x1",
  "été",
  "価格",
  "TRUE",
  "NOT",
  "IS",
  "𐐷",
  "e\u0301",
);
const callName = fc.constantFrom("f", "AND", "not", "Left", "Größe", "BLANK");

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  anyText.map((value): Expression => ({ ...HERE, kind: "text", value })),
  anyNumber.map((value): Expression => ({ ...HERE, kind: "number", value })),
  bareName.map((name): Expression => ({ ...HERE, kind: "field", name, braced: false })),
  bareName.map((name): Expression => ({ ...HERE, kind: "parameter", name })),
  anyText
    .filter((name) => name !== "")
    .map((name): Expression => ({ ...HERE, kind: "field", name, braced: true })),
);

/** Any tree that a formula can have; ids and spans do not matter. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    leaf,
    fc.tuple(callName, fc.array(tie("tree"), { maxLength: 4 })).map(
      ([name, args]): Expression => ({
        ...HERE,
        kind: "call",
        name,
        nameSpan: HERE.span,
        arguments: args,
      }),
    ),
    fc
      .tuple(fc.constantFrom(...UNARY_OPERATORS), tie("tree"))
      .map(([operator, operand]): Expression => ({ ...HERE, kind: "unary", operator, operand })),
    fc.tuple(fc.constantFrom(...BINARY_OPERATORS), tie("tree"), tie("tree")).map(
      ([operator, left, right]): Expression => ({
        ...HERE,
        kind: "binary",
        operator,
        operatorSpan: HERE.span,
        left,
        right,
      }),
    ),
  ),
})).tree;

const FRAGMENTS = [
  ...[
    "1",
    "2.5",
    ".5",
    "5.",
    "1e999",
    "0x1",
    "1e",
    "2nd",
    "a",
    "{a}",
    "{a b}",
    "TRUE",
    "é",
    "f(",
    "LEFT(",
  ],
  ...[
    "AND",
    "NOT",
    "OR",
    "IS",
    "NULL",
    "BLANK()",
    "LIKE",
    "IN",
    "BETWEEN",
    "MOD",
    "CONTAINS",
    "XOR",
  ],
  ...[
    "(",
    ")",
    ",",
    ";",
    "[",
    "]",
    "[a]",
    "{",
    "}",
    "{}",
    "{a",
    "{{x}}",
    "\u0024{x}",
    "<%x%>",
    "{\\",
  ],
  ...[
    '"x"',
    "'y'",
    '"',
    "'",
    '""',
    "''",
    "'O'Brien'",
    '"a""b"',
    "“",
    "”",
    "‘",
    "’",
    "“a”",
    "`a`",
    "`",
  ],
  ...[
    "=",
    "==",
    "!=",
    "!",
    "<>",
    "<",
    "<=",
    ">",
    "=>",
    "≤",
    "&",
    "&&",
    "||",
    "|",
    "+",
    "-",
    "*",
    "/",
  ],
  ...[
    "**",
    "^",
    "%",
    "?",
    ":",
    "??",
    "~",
    "(",
    "）",
    "，",
    ".length",
    "?.a",
    ".",
    "#",
    "\\",
    "\\{",
    "$",
  ],
  ...[
    "//c\n",
    "/*c*/",
    "/*",
    " ",
    "\n",
    "\t",
    "\u2028",
    "\u0000",
    "\ud800",
    "\udc00",
    "😀",
    "\u200d",
    "\ufeff",
    "٣",
  ],
];

/** Text that is almost a formula, most of the time. */
export const brokenFormula = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 14 }).map((fragments) => fragments.join("")),
  fc
    .array(fc.constantFrom(...FRAGMENTS), { maxLength: 14 })
    .map((fragments) => fragments.join(" ")),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

/** A text with a few parts removed, duplicated or replaced. */
export function mutated(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(200),
    length: fc.nat(3),
    fragment: fc.option(fc.constantFrom(...FRAGMENTS), { nil: "" }),
  });
  return fc.tuple(source, fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((current, { at, length, fragment }) => {
      const start = current.length === 0 ? 0 : at % current.length;
      return current.slice(0, start) + fragment + current.slice(start + length);
    }, text),
  );
}
