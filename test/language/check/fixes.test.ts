import { describe, expect, it } from "vitest";
import { applyFix, check, compile, defineSchema } from "../../../src/index.ts";

const schema = defineSchema({
  title: "text",
  amount: "text",
  price: "number",
  tax: "number",
  "unit price": "number",
  "Tax %": "number",
  prämie: "number",
  sold: "boolean",
  soldAt: "date",
  at: { type: "date", time: true },
  tags: "list",
});

/** Wrong formulas, with the formula that the author meant. */
const MEANT: readonly (readonly [formula: string, meant: string])[] = [
  // Names that look the same
  ["{ price } > 5", "{price} > 5"],
  ["{pra\u0308mie} > 5", "{prämie} > 5"],
  ["{ｐｒｉｃｅ} > 5", "{price} > 5"],
  ["{unit\u00a0price} > 5", "{unit price} > 5"],

  // Types
  ["{amount} > 50", "VALUE({amount}) > 50"],
  ["50 <= {amount}", "50 <= VALUE({amount})"],
  ["{amount} = 50", '{amount} = "50"'],
  ["SWITCH({amount}, 5, 'a')", "SWITCH({amount}, \"5\", 'a')"],
  ["{price} > '50'", "{price} > 50"],
  ["{soldAt} > {title}", "{soldAt} > DATETIME_PARSE({title})"],
  ["{sold} = 'yes'", "{sold} = TRUE()"],
  ["{title} + 'a'", "{title} & 'a'"],
  ["{title} + ' ' + {amount} + '!' = 'a'", "{title} & ' ' & {amount} & '!' = 'a'"],
  ["{price} + ' EUR' = 'a'", "{price} & ' EUR' = 'a'"],
  ["IS_AFTER({soldAt}, 2024-01-01)", 'IS_AFTER({soldAt}, "2024-01-01")'],
  ["{tags} IN ('a', 'b')", "HASANY({tags}, 'a', 'b')"],
  ["tags NOT IN ('a')", "NOT(HASANY(tags, 'a'))"],
  ["{tags} contains 'a'", "HAS({tags}, 'a')"],
  ["{title} ~ 'a'", "REGEX_MATCH({title}, 'a')"],
  ["Math.pow({price}, 2) > 3", "POWER({price}, 2) > 3"],
  ["{at} = TODAY()", "AND({at} >= TODAY(), {at} < TODAY() + 1)"],
  ["TODAY() >= {at}", "{at} < TODAY() + 1"],
  ["({price} > 5) & ({tax} < 3)", "AND({price} > 5, {tax} < 3)"],
  [
    "({price} > 5) & ({tax} < 3) & ISBLANK({title})",
    "AND({price} > 5, {tax} < 3, ISBLANK({title}))",
  ],
  ["AND({price}<50,000)", "AND({price}<50000)"],
  ["OR({sold}, {price} > 1,234,567)", "OR({sold}, {price} > 1234567)"],
  ["MAX({price}, 50,000)", "MAX({price}, 50000)"],
  ["{title} * 2", "VALUE({title}) * 2"],
  ["YEAR({title})", "YEAR(DATETIME_PARSE({title}))"],
  ["SQRT('4')", "SQRT(4)"],
  ["DATEADD({soldAt}, 1, 'dayz')", 'DATEADD({soldAt}, 1, "days")'],
  ["{soldAt} - '2024-01-01' > 5", "{soldAt} - DATETIME_PARSE('2024-01-01') > 5"],
  ["'2024-01-01' - {soldAt} > 5", "DATETIME_PARSE('2024-01-01') - {soldAt} > 5"],
  ["DATEADD({soldAt}, 1, days)", 'DATEADD({soldAt}, 1, "days")'],
  ["IS_SAME({soldAt}, {at}, month)", 'IS_SAME({soldAt}, {at}, "month")'],
  ["{sold} & {sold}", "AND({sold}, {sold})"],
  ["price = 1 & tax = 2", "AND(price = 1, tax = 2)"],
  ["{title} = 'a' & {amount} = 'b'", "AND({title} = 'a', {amount} = 'b')"],
  ["OR({title} = 'a', 'b')", "OR({title} = 'a', {title} = 'b')"],
  ["AND({price} != 1, 2)", "AND({price} != 1, {price} != 2)"],
  [
    "OR({soldAt} = '2024-01-31', '2024-02-01')",
    "OR({soldAt} = '2024-01-31', {soldAt} = '2024-02-01')",
  ],
  ["ISERROR(FIND('a', {title}))", "NOT(FIND('a', {title}) > 0)"],
  // Other languages
  ["{title} LIKE '50\\%'", '{title} = "50%"'],
  ["{title} LIKE '50\\%%'", 'STARTS_WITH({title}, "50%")'],
  ["UPPER({title}).length > 2", "LEN(UPPER({title})) > 2"],
  ["{soldAt} IS BEFORE '2024-01-31'", "{soldAt} < '2024-01-31'"],
  ["{soldAt} is on or after '2024-01-31'", "{soldAt} >= '2024-01-31'"],
  ["{price} is not equal to 5", "{price} != 5"],
  ["{soldAt} before TODAY()", "{soldAt} < TODAY()"],
  ["{price} is less than or equal to 5", "{price} <= 5"],
  ["{price} greater than 5", "{price} > 5"],
  ["{price} EQUALS 5", "{price} = 5"],
  ["{soldAt} > NOW() - 7 days", "{soldAt} > NOW() - 7"],
  ["{soldAt} > NOW() - INTERVAL '7 days'", "{soldAt} > NOW() - 7"],
  ["{soldAt} < NOW() + INTERVAL 1 DAY", "{soldAt} < NOW() + 1"],
  ["{soldAt} > DATE '2024-01-31'", "{soldAt} > '2024-01-31'"],
  ["{soldAt} > 31.12.2024", '{soldAt} > "2024-12-31"'],
  ["{soldAt} > 2024.1.31", '{soldAt} > "2024-01-31"'],
  ["{soldAt} > 31/12/2024", '{soldAt} > "2024-12-31"'],
  ["{soldAt} > 12/31/2024", '{soldAt} > "2024-12-31"'],
  ["{soldAt} > '31.12.2024'", '{soldAt} > "2024-12-31"'],
  ["{price} > 1.000.000", "{price} > 1000000"],
  ["{price} &gt;= 5", "{price} >= 5"],
  ["{title} = &quot;a&quot;", '{title} = "a"'],
  ["{title} &amp; &#39;a&#39; = 'b'", "{title} & 'a' = 'b'"],
  ["'a' IN {tags}", "HAS({tags}, 'a')"],
  ["'a' NOT IN tags", "NOT(HAS(tags, 'a'))"],
  ["AND({sold}, 'a' in {title})", "AND({sold}, CONTAINS({title}, 'a'))"],
  // Parentheses
  ["UPPER({title} = 'A')", "UPPER({title}) = 'A'"],
  ["LEFT({title} = 'A', 1)", "LEFT({title}, 1) = 'A'"],
  ["LEN({title} > 5)", "LEN({title}) > 5"],
  ["YEAR({soldAt} = 2024)", "YEAR({soldAt}) = 2024"],
  ["IF(ROUND({price} > 5, 2), 1, 2)", "IF(ROUND({price}, 2) > 5, 1, 2)"],
  // Positions
  ["FIND('a', {title}) = TRUE", "FIND('a', {title}) > 0"],
  ["FIND('a', {title}) != TRUE()", "NOT(FIND('a', {title}) > 0)"],
  ["FIND('a', {title}) > -1", "FIND('a', {title}) > 0"],
  ["0 <= FIND('a', {title})", "FIND('a', {title}) > 0"],
  ["FIND('a', {title}) = -1", "NOT(FIND('a', {title}) > 0)"],
  ["SEARCH('a', {title}) = 0", "NOT(SEARCH('a', {title}) > 0)"],
  ["SEARCH('a', {title}) <> FALSE", "SEARCH('a', {title}) > 0"],
  // Names
  ['"price" > 5', "{price} > 5"],
  ["5 < '{unit price}' * 2", "5 < {unit price} * 2"],
  ["SUM('price', 1)", "SUM({price}, 1)"],
  ["'sold' = TRUE", "{sold} = TRUE"],
  ["'soldAt' > TODAY()", "{soldAt} > TODAY()"],
  ["{tags}.length > 2", "COUNTALL({tags}) > 2"],
  ["tags.length > 2", "COUNTALL(tags) > 2"],
  ["{pric} > 1", "{price} > 1"],
  ["LNE({title})", "LEN({title})"],
  ["price = '5'", "price = 5"],
  ["$Price > 1", "{price} > 1"],
  ["{price} = NULL", "{price} = BLANK()"],
  ["{title} = null", "{title} = BLANK()"],
  // Operators of other languages
  ["= {price}", " {price}"],
  ["{price} == 3", "{price} = 3"],
  ["{price} => 3", "{price} >= 3"],
  ["{price} !== 3", "{price} != 3"],
  ["{sold} && {price} || {tax}", "OR(AND({sold}, {price}), {tax})"],
  ["!{sold}", "NOT({sold})"],
  ["{price} ^ 2", "POWER({price}, 2)"],
  ["{price} % 7", "MOD({price}, 7)"],
  ["5%", "0.05"],
  ["1.1%", "0.011"],
  ["{title} CONTAINS 'a'", "CONTAINS({title}, 'a')"],
  ["{title} LIKE 'a%'", 'STARTS_WITH({title}, "a")'],
  ["{title} NOT IN ('a', 'b')", "NOT(OR({title} = 'a', {title} = 'b'))"],
  ["{price} BETWEEN 1 AND 2", "AND({price} >= 1, {price} <= 2)"],
  ["{price} IS NOT NULL", "{price} != BLANK()"],
  ["{price} ≥ 3", "{price} >= 3"],
  // Punctuation
  ["IF({sold},, 1)", "IF({sold},BLANK(), 1)"],
  ["AND({sold},, {price} > 1)", "AND({sold}, {price} > 1)"],
  ["SUM(,1)", "SUM(BLANK(),1)"],
  ["IF({sold}, 1,)", "IF({sold}, 1)"],
  ["IF({sold}; 1; 2)", "IF({sold}, 1, 2)"],
  ["({price} + 1", "({price} + 1)"],
  ["{price} + 1)", "{price} + 1"],
  ["{title = 'a'", "{title} = 'a'"],
  ["[title] = 'a'", "{title} = 'a'"],
  ["{title} = “a”", '{title} = "a"'],
  ["{title} = «a»", '{title} = "a"'],
  ["{title} = ＂it's＂", `{title} = "it's"`],
  ["{title} = 'a", "{title} = 'a'"],
  ["1_000 + {price}", "1000 + {price}"],
  // The author's spelling is kept
  ["{title} = 01234", '{title} = "01234"'],
  ["TRIM({title}) = 01234", 'TRIM({title}) = "01234"'],
  ["EXACT({title}, 01234)", 'EXACT({title}, "01234")'],
  ["STARTS_WITH({title}, 01)", 'STARTS_WITH({title}, "01")'],
  ["HAS({title}, 05)", 'HAS({title}, "05")'],
  ["{title} & 1.10 = 'a'", `{title} & "1.10" = 'a'`],
  ["EXACT({title}, 9007199254740993)", 'EXACT({title}, "9007199254740993")'],
  ["{title} = 1.10", '{title} = "1.10"'],
  ["{title} = 1e3", '{title} = "1e3"'],
  ["ISONEOF({title}, 00123, 'a')", "ISONEOF({title}, \"00123\", 'a')"],
  ["{price} =! 5", "{price} != 5"],
  ["{title}.length > 2", "LEN({title}) > 2"],
  ["{title} = Italy", '{title} = "Italy"'],
  ["{soldAt} > 2024-01-01", '{soldAt} > "2024-01-01"'],
  ["{soldAt} = '2024/1/31'", '{soldAt} = "2024-01-31"'],
  ["{price} > 5k", "{price} > 5000"],
  ["{price} < €5", "{price} < 5"],
  ["DATETIME_FORMAT({soldAt}, 'yyyy-MM-dd')", 'DATETIME_FORMAT({soldAt}, "YYYY-MM-DD")'],
  [
    "DATETIME_FORMAT({soldAt}, 'dd.mm.yyyy HH:mm')",
    'DATETIME_FORMAT({soldAt}, "DD.MM.YYYY HH:mm")',
  ],
];

/** Formulas with several diagnostics, of which the first has the fix of them all. */
const MEANT_AT_ONCE: readonly (readonly [formula: string, meant: string])[] = [
  ["{title} = Santa Fe", '{title} = "Santa Fe"'],
  ["AND({title} = New York City, {sold})", 'AND({title} = "New York City", {sold})'],
  ["{title} = O'Brien", `{title} = "O'Brien"`],
  ["{title} = ann@mail.example.org", '{title} = "ann@mail.example.org"'],
  ["unit price > 5", "{unit price} > 5"],
  ["AND(unit price * 2 > 5, {sold})", "AND({unit price} * 2 > 5, {sold})"],
  ["Tax % > 5", "{Tax %} > 5"],
  ["Unit Price > 5", "{unit price} > 5"],
];

describe("a fix has the intended meaning, and compiles", () => {
  it.each(MEANT)("%s → %s", (formula, meant) => {
    const [first, ...others] = check(formula, schema).diagnostics;
    expect(others).toEqual([]);
    if (first?.fix === undefined) throw new Error("there is no fix");
    expect(applyFix(formula, first.fix)).toBe(meant);
    expect(compile(meant, schema).ok).toBe(true);
  });
});

describe("a fix for a text of several words removes all mistakes in it", () => {
  it.each(MEANT_AT_ONCE)("%s → %s", (formula, meant) => {
    const fixes = check(formula, schema).diagnostics.flatMap(({ fix }) => fix ?? []);
    expect(fixes.map((fix) => applyFix(formula, fix))).toEqual([meant]);
    expect(check(meant, schema).diagnostics).toEqual([]);
  });
});

describe("there is no fix if it could be wrong", () => {
  it.each([
    // AND or OR: either may be meant.
    "NOT({sold}, {price})",
    // Languages differ in the associativity of this operator.
    "2 ** 3 ** 2",
    "2 ^ 3 ^ 2",
    "{price} * {tax} % 7",
    "{title} & {amount} CONTAINS 'a'",
    "{title} LIKE 'a_b'",
    // The opening parenthesis is missing.
    "IF {sold}, 1, 2)",
    "{price} > 1,000",
    "{price} << 5",
    // A blank may be meant, too.
    "{soldAt} IS NOT AFTER '2024-01-31'",
    // Functions of other languages, some of which resemble one of this language.
    "IN({title}, 'a', 'b')",
    "LN({price})",
    "NAND({sold})",
    "NOR({sold})",
    "ANY({sold})",
    "IFS({sold}, 1)",
    "ON({sold})",
    "ISNONEOF({title}, 'a')",
    "HASONE({title}, 'a')",
    "SIN({price})",
    "MODE({price})",
    "MROUND({price}, 5)",
    "VALUES({amount})",
    // The texts may be joined.
    "{title} || 'a' = 'b'",
    // Thousands, or two arguments.
    "SUM({price}, $1,200)",
    "{price} > €1.000",
    // As close to MAX as to MIN.
    "MIX({price})",
    // Two typos in a short name make another word.
    "{staxe} = 1",
    // Two letters, and a digit, make another word.
    "{soldIn} = 1",
    // Close to two fields.
    "{soldA} = 1",
    // No number has these digits.
    "{price} = '9007199254740993'",
    // A field has this name, but a text may be meant.
    "{title} = price",
    // The closing quote of the first text is missing.
    "ISONEOF({title}, 'a, 'b')",
    "{soldAt} > NOW() - 7d",
    // The fix would leave the formula wrong in another way.
    "{title}.length() > 2",
    "{price} > 1'000",
    "{title} =~ /a/",
    "{title} = a b c +",
    // A word without braces may be meant as a text.
    "title = now",
    "title = soldAt",
    "title = sold",
    "title = pric",
    "title = amont",
    // The word is a part of something else.
    '{title} = \\"a\\"',
    "{title} = @a",
    "{title} = #a",
    "{title} = a.b@c",
    // Other units.
    "{price} > 5 EUR",
    "{soldAt} > NOW() - 2 weeks",
    "{soldAt} > NOW() - INTERVAL '1 month'",
    "{soldAt} > 7 days",
    // Day or month first, decimals or another argument.
    "{soldAt} > 01.02.2024",
    "{soldAt} > 01/02/2024",
    "MAX({price}, 1.000.000,50)",
    // The number of items is meant.
    "ARRAYUNIQUE({tags}).length > 2",
    // Both sides would be literals.
    "date = 'a'",
    "{title}.toLowerCase() = 'a'",
    // An item of the list, or the whole list.
    "{tags} = red",
    // A comma beside semicolons may be that of a decimal.
    "MAX({price}; 1,5)",
    // Another first letter makes another word.
    "{price} > 5 -- pax",
    "{mold} = 1",
    // Two conditions may be meant.
    "{sold} & {price} > 5",
    // A sum or a text may be meant.
    "'EUR' + {price} + {tax}",
  ])("%s", (formula) => {
    const { ok, diagnostics } = check(formula, schema);
    expect(ok).toBe(false);
    expect(diagnostics.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  it.each([
    "IF({price} > 1,100,200)",
    "MID({title},1,200)",
    "{price} & ({tax} > 1)",
    '{title} & "," & {price}',
    "{soldAt} = TODAY()",
    "{at} < TODAY()",
    "{at} > TODAY()",
    "FIND('a', {title}) = 0",
    "FIND('a', {title}) = FALSE",
    "SEARCH('a', {title}) >= 1",
    "{price} = TRUE",
    "REPT('x', {price} > 5)",
    "SUM({price} > 5, {tax} > 5)",
    "{title} & ({price} > 5)",
    "{price} <-5",
    "{price} < - 5",
    "{price}=-5",
    "{price} > 1.50",
    "{price} > 0.500",
    "{price} > 1.234",
    "{title} = 'a\\tb'",
    "{title} = '👨‍👩‍👧'",
    "OR({title} = 'a', {title} = 'b')",
  ])("there is no warning of %s", (formula) => {
    expect(check(formula, schema).diagnostics).toEqual([]);
  });

  it.each([
    ["{price} > 1.000", "split-number"],
    ["{price} <- 5", "split-operator"],
    ["{title} = 'a\u200bb'", "invisible-character"],
    ["{title} = 'a\u00a0b'", "invisible-character"],
    ["{title} = '\ufeffa'", "invisible-character"],
    ["CONTAINS({title} = 'a', 'b')", "misplaced-comparison"],
    ["UPPER({title} = 'A') & 'b'", "misplaced-comparison"],
    ["OR({price} > 5, 6)", "constant-condition"],
  ])("%j earns a warning alone", (formula, code) => {
    const { diagnostics } = check(formula, schema);
    expect(diagnostics.map((found) => [found.code, found.fix])).toEqual([[code, undefined]]);
  });

  it("a number that may be two values earns a warning alone", () => {
    const { diagnostics } = check("OR({price} = 100,200)", schema);
    expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([["split-number", undefined]]);
  });

  it("for a number with too many digits compares all of its digits as text", () => {
    const { diagnostics } = check("{title} = 9007199254740993", schema);
    expect(diagnostics.map(({ code, fix }) => [code, fix?.edits[0]?.text])).toEqual([
      ["comparison-type", '"9007199254740993"'],
      ["inexact-number", undefined],
    ]);
  });

  it("numbers without spaces between them have a fix, unless they may be one", () => {
    const fixed = (source: string) => {
      const { diagnostics } = check(source, schema);
      expect(new Set(diagnostics.map(({ code }) => code))).toContain("split-number");
      return diagnostics.flatMap(({ fix }) => fix?.edits.map(({ text }) => text) ?? []);
    };
    expect(fixed("BETWEEN({price},1,000,2,000)")).toEqual(["1000", "2000"]);
    expect(fixed("ISONEOF({price},5,100,000)")).toEqual([]);
    expect(check("ISONEOF({price},5,100,200)", schema).diagnostics).toEqual([]);
  });

  it.each([
    ["{price} // 2", "// 2"],
    ["{price} > 5 // {seats}\n", "// {seats}"],
    ["{price} //(1 + 1)", "//(1 + 1)"],
  ])("a warning points to the suspicious comment %j", (source, comment) => {
    const [warning, ...others] = check(source, schema).diagnostics;
    expect(warning).toMatchObject({ code: "unusual-comment", help: "write `/` to divide" });
    const { start, end } = warning?.span ?? { start: 0, end: 0 };
    expect(source.slice(start, end)).toBe(comment);
    expect(others).toEqual([]);
  });

  it.each([
    "{price} / 2 // half",
    "{price} // 2 doors",
    "{price}\n// 2",
    "{price} /* 2 */",
    "{price} // (see above)",
  ])("there is no warning of the comment %j", (source) => {
    expect(check(source, schema).diagnostics).toEqual([]);
  });

  it.each([
    ["yyyyMMdd", "YYYYMMDD"],
    ["d.M.yyyy", "D.M.YYYY"],
    ["d. MMMM yyyy", "D. MMMM YYYY"],
    ["dd MMMM yyyy", "DD MMMM YYYY"],
    ["EEEE, dd MMM yyyy", "dddd, DD MMM YYYY"],
    ["dd/MM/yy", "DD/MM/YY"],
    ["ddMMyy", "DDMMYY"],
    ["DD.MM.yyyy", "DD.MM.YYYY"],
    ["YYYY-MM-dd", "YYYY-MM-DD"],
    ["YYYY-MM-dd'T'HH:mm:ss", "YYYY-MM-DD[T]HH:mm:ss"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "YYYY-MM-DD[T]HH:mm:ss.SSSZ"],
    ["h 'o''clock' a", "h [o'clock] A"],
    ["dd-mm-yyyy hh:mm", "DD-MM-YYYY HH:mm"],
    ["mm/dd/yyyy hh:mm AM/PM", "MM/DD/YYYY hh:mm A"],
    ["HH:MM", "HH:mm"],
    ["HH:MM:SS", "HH:mm:ss"],
    ["YYYY-MM-DD HH:MM", "YYYY-MM-DD HH:mm"],
    ["%Y-%m-%d", "YYYY-MM-DD"],
    ["%d.%m.%Y %H:%M:%S", "DD.MM.YYYY HH:mm:ss"],
    ["%Y-%m-%dT%H:%M", "YYYY-MM-DD[T]HH:mm"],
    ["EEEE", "dddd"],
    ["HH24:MI", "HH:mm"],
    ["yyyy-mm-dd hh24:mi:ss", "YYYY-MM-DD HH:mm:ss"],
    ["yyyy [dd] MM", "YYYY [dd] MM"],
    // What has no counterpart, or could mean two things, has a warning without a fix.
    ["yyyy G", undefined],
    ["yyyy-MM-ddTHH:mm:ssZ", undefined],
    ["dd de MMMM de yyyy", undefined],
    ["DD.MM.yyyy dd", undefined],
    ["%M %Y", undefined],
    ["%Y %U", undefined],
  ])("the format %s is translated whole: %s", (format, meant) => {
    for (const call of ["DATETIME_FORMAT({soldAt}", "DATETIME_PARSE({title}"]) {
      const [warning, ...others] = check(`${call}, "${format}")`, schema).diagnostics;
      expect(others).toEqual([]);
      expect(warning?.code).toBe("unusual-format");
      const text = warning?.fix?.edits[0]?.text;
      expect(text).toBe(meant === undefined ? undefined : JSON.stringify(meant));
      if (text !== undefined) {
        expect(check(`${call}, ${text})`, schema).diagnostics).toEqual([]);
      }
    }
  });

  it.each([
    "YYYY-MM-DD HH:mm",
    "dd, D MMM",
    "dd",
    "HH:mm dddd",
    "h:mm:ss a",
    "HH:mm:ss.SS",
    "D MMM 'YY",
    "E",
    "Do MMMM YYYY",
    "LLLL",
    "100 %",
    "YYYY-MM-DD[T]HH:mm:ssZ",
    "[yyyy] YYYY",
    "mm:ss",
  ])("there is no warning of the format %s", (format) => {
    expect(check(`DATETIME_FORMAT({soldAt}, "${format}")`, schema).diagnostics).toEqual([]);
  });

  it.each([
    "0.1000000000000000055511151231257827021181583404541015625",
    "0.5000000000000000000000000",
  ])("there is no warning of %s, which is exact", (number) => {
    expect(check(`{price} = ${number}`, schema).diagnostics).toEqual([]);
  });

  it("there is a warning of a number that differs in its last digit", () => {
    const number = "0.1000000000000000055511151231257827021181583404541015626";
    expect(check(`{price} = ${number}`, schema).diagnostics[0]?.code).toBe("inexact-number");
  });

  it("there is no second diagnostic for a missing operand", () => {
    const { diagnostics } = check("{price} << 5", schema);
    expect(diagnostics.map(({ code }) => code)).toEqual(["missing-operand"]);
  });
});
