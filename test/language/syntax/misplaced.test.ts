import { describe, expect, it, test } from "vitest";
import { parse } from "../../../src/language/syntax/index.ts";
import { expectDiagnostic, expectDiagnostics } from "./expect-diagnostic.ts";
import { repairedShape } from "./shape.ts";

describe("missing operators", () => {
  test.each([
    "LEFT(«1 2»)",
    "«1 2»",
    "«1 2» 3 4",
    '«"a" "b"»',
    "«{a} {b}»",
    "«new Date»()",
    "«yield 1»",
    "(1 + 2«) 3»",
    "«{LEFT}(»a, 2)",
    "«2 (»3)",
    "f(«)(»)",
    "«x f»(1, 2)",
    "f(«a NOT»)",
  ])("%s", (marked) => {
    expectDiagnostic(marked, "missing-operator");
  });

  it("are reported one by one", () => {
    expectDiagnostics("SUM(«1 2», «3 4») + f(«a b»)", [
      "missing-operator",
      "missing-operator",
      "missing-operator",
    ]);
    expectDiagnostics("f(«1 2», 3«) 4»", ["missing-operator", "missing-operator"]);
  });

  it("have help that names possible operators", () => {
    expectDiagnostic("«1 2»", "missing-operator", {
      message: "an operator is missing between `1` and `2`",
    });
    expectDiagnostic("f(«1 2»)", "missing-operator", {
      message: "an operator or a comma is missing between `1` and `2`",
    });
    expectDiagnostic("«{f}(»1)", "missing-operator", {
      help: "write the name of a function directly before its parenthesis, without braces or quotes",
    });
  });

  it("are repaired to a tree with both sides", () => {
    expect(repairedShape("f(a = 1 b = 2, 3)")).toBe("f(?((a = 1), (b = 2)), 3)");
    expect(repairedShape("{f}(a, 2)")).toBe("?({f}, ?(a, 2))");
  });
});

describe("missing operands", () => {
  test.each([
    "1 «+»",
    "«*» 2",
    "1 + «*» 2",
    "1 + «*» / 2",
    "«-»",
    "-«-»",
    "a = «=» b",
    "(1 «+»)",
    "f(1 «+», 2)",
    "f(«*» 2)",
    "f(1 «&»)",
    "f(a, «=» 1)",
    "«()»",
    "1 + «( )»",
    "f(«()», 1)",
  ])("%s", (marked) => {
    expectDiagnostic(marked, "missing-operand");
  });

  it("have a message that names the side", () => {
    expectDiagnostic("1 «+»", "missing-operand", { message: "an operand is missing after `+`" });
    expectDiagnostic("«*» 1", "missing-operand", { message: "an operand is missing before `*`" });
  });

  it("are reported one by one", () => {
    expectDiagnostics("f(1 «+», «*» 2, «()»)", [
      "missing-operand",
      "missing-operand",
      "missing-operand",
    ]);
  });
});

test.each([
  ["«=»{email} = 'a'", "{email} = 'a'"],
  ["«=»1=1", "1=1"],
  ["  «=» 1", "   1"],
])("a leading equals sign: %s", (marked, fixed) => {
  expectDiagnostic(marked, "leading-equals", { fixed });
});

describe("parentheses", () => {
  test.each([
    ["AND(a, b«»", "AND(a, b)"],
    ["AND(OR(a, b«»", "AND(OR(a, b))"],
    ["((1«»", "((1))"],
    ["f(«»", "f()"],
    ["f(a, g(«»", "f(a, g())"],
    ["f(a«» // c", "f(a) // c"],
  ])("missing: %s", (marked, fixed) => {
    expectDiagnostic(marked, "missing-parenthesis", { fixed });
  });

  it("missing, with nothing inside, or nothing behind a comma", () => {
    expectDiagnostic("(«»", "missing-parenthesis");
    expectDiagnostic("f(a,«»", "missing-parenthesis");
    expect(repairedShape("1 + (")).toBe("(1 + ?)");
    expect(repairedShape("f(a,")).toBe("f(a)");
  });

  it("missing, behind an operator whose operand is missing too", () => {
    expectDiagnostics("f(1 «+»«»", ["missing-operand", "missing-parenthesis"]);
  });

  it("missing several times are one mistake, which shows at most three of the open ones", () => {
    const found = expectDiagnostic("f(g((h(1)«»", "missing-parenthesis", { fixed: "f(g((h(1))))" });
    expect(found.message).toBe("3 closing `)` are missing");
    expect(found.related?.map(({ span }) => span.start)).toEqual([1, 3, 4]);
    const { diagnostics } = parse("(".repeat(50));
    expect(diagnostics.map(({ related }) => related?.length)).toEqual([3]);
  });

  test.each([
    ["«)»", undefined],
    ["1«)»", "1"],
    ["1«)» + 2", "1 + 2"],
    ["1«)»))", "1"],
    ["f(a)«)» ) + 2", "f(a)  + 2"],
  ])("too many: %s", (marked, fixed) => {
    expectDiagnostic(marked, "unexpected-parenthesis", fixed === undefined ? {} : { fixed });
  });
});

describe("commas", () => {
  test.each([
    ["AND(a«,»)", "AND(a)"],
    ["AND(a«,» )", "AND(a )"],
    ["AND(«,»a)", "AND(a)"],
    ["or(a,«,»b)", "or(a,b)"],
    ["IF(«,»a)", "IF(BLANK(),a)"],
    ["IF(a,«,»b)", "IF(a,BLANK(),b)"],
  ])("missing argument: %s", (marked, fixed) => {
    expectDiagnostic(marked, "missing-argument", { fixed });
  });

  it("many in a row are one mistake", () => {
    expectDiagnostic("AND(«,»)", "missing-argument", { fixed: "AND()" });
    expectDiagnostic("AND(a,«,»,,,b)", "missing-argument", { fixed: "AND(a,b)" });
    expectDiagnostic("IF(a,«,»,b)", "missing-argument", { fixed: "IF(a,BLANK(),BLANK(),b)" });
    expectDiagnostics("f(«,»a,«,»b)", ["missing-argument", "missing-argument"]);
  });

  test.each(["1«,»2,3", "(1«,»2)", "1«,»", "«,»1", "(«,»)", "f((1«,» 2), 3)"])(
    "outside of arguments: %s",
    (marked) => {
      expectDiagnostic(marked, "unexpected-token");
    },
  );

  it("semicolons in place of commas", () => {
    expectDiagnostic("IF(a«;» b; c)", "foreign-syntax", { fixed: "IF(a, b, c)" });
    expectDiagnostics("f(a«;» g(b«;» c))", ["foreign-syntax", "foreign-syntax"]);
  });
});

describe("members", () => {
  it("`.length` becomes LEN", () => {
    expectDiagnostic("{Name}«.length»>0", "foreign-syntax", { fixed: "LEN({Name})>0" });
  });

  test.each(["{Name}«.includes»('x') = 1", "a«.b».c", "a«?.b»", "{Name}«[length]»", "«.b»"])(
    "%s",
    (marked) => {
      expectDiagnostic(marked, "foreign-syntax");
    },
  );
});

it("reports independent mistakes together", () => {
  expectDiagnostics("AND({a} «==» 1, {b} = «“x”», LEFT(«c 2»)«»", [
    "foreign-operator",
    "curly-quote",
    "missing-operator",
    "missing-parenthesis",
  ]);
});
