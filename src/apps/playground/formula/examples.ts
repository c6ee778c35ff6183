/** An example formula for the demo cars. */
export interface FormulaExample {
  readonly title: string;
  readonly formula: string;
}

/** Example formulas by topic. Tests compile each, and check that it matches some cars but not all. */
export const EXAMPLES: Readonly<Record<string, readonly FormulaExample[]>> = {
  Comparing: [
    { title: "Cars in Italy", formula: '{country} = "Italy"' },
    { title: "Cheaper than 30,000", formula: "{price} < 30000" },
    { title: "Between two prices", formula: "BETWEEN({price}, 30000, 40000)" },
    { title: "One of some models", formula: 'ISONEOF({modelLetter}, "S", "X")' },
    { title: "Anywhere but in Germany", formula: '{country} != "Germany"' },
  ],
  Combining: [
    { title: "All of these", formula: 'AND({country} = "Italy", {price} < 50000, {year} >= 2022)' },
    { title: "One of these", formula: 'OR({country} = "Norway", {country} = "Sweden")' },
    { title: "Not these", formula: 'NOT(OR({modelLetter} = "3", {modelLetter} = "Y"))' },
    { title: "Exactly one of two", formula: "XOR({price} < 30000, {odometer} > 100000)" },
    {
      title: "A limit for each country",
      formula: '{price} < IF({country} = "Norway", 400000, 40000)',
    },
  ],
  "Looking in texts": [
    { title: "With a tow hitch", formula: 'FIND("TW01", {optionCodes})' },
    { title: "A word in the title", formula: 'SEARCH("long range", {title})' },
    {
      title: "Any of some codes",
      formula: 'OR(FIND("AD15", {optionCodes}), FIND("APF2", {optionCodes}))',
    },
    { title: "A pattern", formula: 'REGEX_MATCH({title}, "^Model [SX] (?:75|100)D")' },
    { title: "The beginning of a text", formula: 'LEFT({vin}, 3) = "LRW"' },
    { title: "Many codes", formula: "LEN({optionCodes}) > 120" },
  ],
  Calculating: [
    { title: "Much tax", formula: "{tax} / {price} > 0.19" },
    { title: "Kilometres a year", formula: "{odometer} / (2027 - {year}) < 5000" },
    { title: "Round prices", formula: "MOD({price}, 1000) = 0" },
    {
      title: "Miles as kilometres",
      formula: '{odometer} * IF({odometerType} = "miles", 1.609, 1) < 10000',
    },
  ],
  "Dates and blanks": [
    { title: "Listed since 2026", formula: 'IS_AFTER({createdAt}, "2026-01-01")' },
    { title: "Listed in spring", formula: "BETWEEN(MONTH({createdAt}), 3, 5)" },
    { title: "On a Sunday", formula: "WEEKDAY({createdAt}) = 0" },
    { title: "The tax is not known", formula: "{tax} = BLANK()" },
    { title: "The tax is known", formula: "NOT({tax} = BLANK())" },
  ],
};
