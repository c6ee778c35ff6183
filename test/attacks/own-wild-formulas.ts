import type { DiagnosticCode } from "../../src/language/source/diagnostic-codes.ts";

/** Formulas of the shapes that people write, in our words: each has an answer, for the row below. */
export const ANSWERED: readonly (readonly [formula: string, value: unknown])[] = [
  // Presence, blanks and truth
  ["NOT({Delivered On} = BLANK())", true],
  ["NOT({Nickname} = '')", false],
  ["AND(Insured, NOT(Retired))", true],
  ["{Insured}=1", true],
  ["AND(Retired=FALSE())", true],
  ["AND({Insured}=TRUE(), {Colour} = 'red')", true],
  ["OR(NOT({Returned On}), IS_BEFORE({Returned On}, NOW()))", true],
  ["OR({Returned On} = BLANK(), IS_AFTER({Returned On}, TODAY()))", true],
  ['AND({Photos}!="", {Mileage 1}="", {Colour}!="")', true],
  ['IF(BLANK()="","Same","Different")', "Same"],
  ['model_file != ""', true],
  ["ISERROR({Price} / 0)", true],
  // Texts
  ['AND({Colour}="red \\"ish\\"",{Price}>35)', false],
  ["{Owner's Name}='Owner\\'s Name'", true],
  ['AND(SEARCH("milano", {Title}), {Returned On} = "")', true],
  ['SEARCH(LOWER("MILANO"), LOWER({Title}))', 7],
  ['AND(FIND(LOWER("Milano"), LOWER({Title}))>0)', true],
  ["AND(OR({Colour} = 'red', {Colour} = 'blue'), SEARCH(\"milano\", {Title}))", true],
  ["OR('red' = {Colour}, 'blue' = {Colour})", true],
  ["NOT({Colour}='blue')", true],
  ["AND({🚗 Fleet}='north', {Colour} = 'red')", true],
  ['{Colour}="červená"', false],
  ['REGEX_MATCH({Title}, "(?i)FIAT")', true],
  ["AND(REGEX_MATCH(path, '^fleet\\.cars\\.'), OR(Colour = 'red', Colour = 'blue'))", true],
  ['REGEX_MATCH({Title}, "^Fiat$")', false],
  // Lists
  ['AND({Colour} = "red", NOT(Price = BLANK()), FIND("AD15", {Options}))', true],
  ['SEARCH("ad15", ARRAYJOIN(Options))', 1],
  ['AND(FIND("AD15", ARRAYJOIN({אפשרויות}))>0, FIND("AF00", ARRAYJOIN(Options))>0)', true],
  // Dates
  ["{Delivered On}='2024-02-01'", false],
  ["{Delivered On}>=DATETIME_PARSE('2023-12-10')", true],
  ["IS_SAME({Delivered On}, '2024-02-01', 'day')", true],
  ["IS_SAME({Delivered On}, '2024-02-01')", false],
  ['AND(IS_SAME({Delivered On},TODAY(),"day"),{Colour}="red")', false],
  ['AND({Delivered On} >= TODAY() - 60, {Delivered On} <= DATEADD(TODAY(), 7, "days"))', true],
  ["NOT(IS_AFTER({Returned On}, TODAY()))", true],
  [
    "AND(IS_AFTER({Delivered On}, '2024-01-01T00:00:00.000Z'), IS_BEFORE({Delivered On}, '2024-03-01T00:00:00.000Z'))",
    true,
  ],
  ["DATETIME_FORMAT({Delivered On}, 'YYYY-MM-DD')='2024-02-01'", true],
  ['DATETIME_DIFF(NOW(), {Delivered On}, "days") <= 28', true],
  ['DATETIME_DIFF({Delivered On}, "2024-02-01T10:00")=0', true],
  ['DATEADD({Delivered On}, 7, "days")', new Date("2024-02-08T10:00:00Z")],
  [
    "IF(\n    {Insured},\n    '😊',\n    DATETIME_DIFF(TODAY(), CREATED_TIME(), 'days')&''\n)",
    "😊",
  ],
  // Numbers
  ["{Number of Seats} > 3", true],
  ["(Apples + Pears) / Baskets", 2.5],
  ["1!=-2", true],
  [
    'IF(\n  {Sales Tax} * {Price} > 100,\n  "This is over 100",\n  "This is less than 100"\n)',
    "This is over 100",
  ],
  [
    'IF(Area = "", "Unknown", IF(Area >= 20.1, "Large", IF(Area >= 0.0, "None", "Unknown")))',
    "None",
  ],
  ["IF(MOD(VALUE(RECORD_ID()),2)=1,'Yes',1)", "Yes"],
  ["OR(NOT({Field: Old Colour} = Colour), NOT({Field: Was Insured} = {Insured}))", true],
];

/** Mistakes that people make, and what they are told. */
export const MISTAKEN: readonly (readonly [
  formula: string,
  code: DiagnosticCode,
  fixed?: string,
])[] = [
  // Whether AND or OR is meant, nobody can tell.
  ['NOT({Colour}=BLANK(),{Title}="x")', "argument-count"],
  [
    "AND({Title} = \"x\", SEARCH('D'Angelo', {Title}))",
    "unescaped-quote",
    "AND({Title} = \"x\", SEARCH('D\\'Angelo', {Title}))",
  ],
  ["IF({Colour} = “red”, 1, 2)", "curly-quote", 'IF({Colour} = "red", 1, 2)'],
  ["={Colour} = 'red'", "leading-equals", "{Colour} = 'red'"],
  ['IF({Colour} == "red", 1, 2)', "foreign-operator", 'IF({Colour} = "red", 1, 2)'],
  ["{Colour} = null", "unknown-field", "{Colour} = BLANK()"],
  ["{Insured} != 'true'", "comparison-type", "{Insured} != TRUE()"],
  ["{Price} = '50'", "comparison-type", "{Price} = 50"],
  ["{Colour} = 5", "comparison-type", '{Colour} = "5"'],
  ["{Colour} + ' ' + {Title}", "operand-type"],
  ["{colour} = 'red'", "unknown-field", "{Colour} = 'red'"],
  ["COUNTIF({Price}, 1)", "unknown-function"],
  ["IFERROR({Price} / 0, 1)", "unknown-function"],
  ["{Colour} LIKE 'r%'", "foreign-operator", 'STARTS_WITH({Colour}, "r")'],
  ["{Colour} IS NULL", "foreign-operator", "{Colour} = BLANK()"],
  ["{Insured} && {Retired}", "foreign-operator", "AND({Insured}, {Retired})"],
  ["AND({Insured}, {Retired}", "missing-parenthesis", "AND({Insured}, {Retired})"],
  ['{Colour} = "red', "unterminated-text", '{Colour} = "red"'],
  ["SUM(1; 2)", "foreign-syntax", "SUM(1, 2)"],
  ["{Delivered On} > '29.02.2024'", "invalid-date"],
  ["DATEADD({Delivered On}, 1, 'dayz')", "invalid-argument", 'DATEADD({Delivered On}, 1, "days")'],
];
