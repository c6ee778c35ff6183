import { describe, expect, it } from "vitest";
import { applyFix, check, defineSchema } from "../../../src/index.ts";

const schema = defineSchema({
  id: { type: "text", key: true },
  name: "text",
  city: "text",
  status: { type: "text", choices: ["open", "paid"] },
  price: "number",
  qty: "number",
  due: "date",
  at: { type: "date", time: true, role: "created" },
  tags: "list",
  sold: "boolean",
});

/** Formulas as people with habits of other languages write them, which are right here as well. */
const RIGHT = `
if(price > 5, "a", "b") = "a"
And(price > 5, Not(sold))
price <> 5
"Anna" = name
name = 'Anna'
Contains(name, "a")
IsBlank(name)
Today() > due
now() - due > 7
due > TODAY() - 7
Value(city) > 5
Len(name) > 3
Upper(name) = "A"
YEAR(due) = 2024
MOD(qty, 2) = 0
price > 1e3
price > 1.5
price > 12.50
price = ""
price <> ""
name != BLANK()
NOT({name} = "")
sold
sold = 1
sold = TRUE
tags = "a"
HAS(tags, "a")
FIND("a", name)
FIND("a", name) > 0
FIND("a", name) = 0
FIND("a", ARRAYJOIN(tags)) >= 1
NOT(FIND("a", name))
SEARCH("a", name) > 0
due = TODAY()
IS_SAME(due, TODAY(), "day")
DATETIME_DIFF(TODAY(), due, "days") > 7
due >= DATEADD(TODAY(), -7, "days")
CREATED_TIME() > "2024-01-01"
RECORD_ID() = "rec1"
SWITCH(status, "open", 1, "paid", 2) = 1
name & " " & city = "a b"
(price > 5) + (qty > 3) > 1
SUM(price > 5, qty > 3) = 2
REPT("x", price > 5) = "x"
price > 5 // cheap
/* cheap */ price < 5
-price < -5
price<-5
price > - 5
IF (sold, price, 0) > 5
IF(UPPER(name) = "A", 1, 2)
ROUND(price, 2) > 5
LEFT(name, 1) = "A"
OR(name = "a", name = "b")
TRUE`;

/** Wrong ones, with the code of the first diagnostic. */
const WRONG = `
misplaced-comparison UPPER(name = "A")
misplaced-comparison ROUND(price > 5, 2)
position-comparison FIND("a", name) = TRUE
position-comparison FIND("a", name) >= 0
position-comparison ISERROR(SEARCH("a", name))
split-operator price <- 5
split-number price > 1.000
midnight-comparison at = TODAY()
joined-conditions (price > 5) & (qty < 3)
comparison-type price > 5 & qty < 3
constant-condition OR(name = "a", "b")
unknown-choice status = "payed"
malformed-number price > 5 EUR
malformed-number price > 5 USD
malformed-number due > NOW() - 7 days
malformed-number due > NOW() - INTERVAL '7 days'
malformed-number due > NOW() - INTERVAL 7 DAY
malformed-number due > 01.03.2024
malformed-number price > 1.000.000
malformed-number price > 5m
foreign-syntax due > DATE '2024-03-01'
foreign-syntax price &gt; 5
foreign-syntax name = &quot;a&quot;
foreign-syntax [price] > 5
foreign-syntax name.length > 2
foreign-syntax LOWER(name).length > 2
foreign-syntax name.toLowerCase() = "a"
foreign-syntax name.includes("a")
foreign-syntax LEFT(name; 2) = "a"
foreign-operator due IS BEFORE "2024-01-01"
foreign-operator due IS ON OR AFTER "2024-01-01"
foreign-operator price greater than 5
foreign-operator price equals 5
foreign-operator price is not null
foreign-operator price between 5 and 10
foreign-operator name like "a%"
foreign-operator name like "50\\%"
foreign-operator name in ("a", "b")
foreign-operator "a" in tags
foreign-operator "a" not in tags
foreign-operator price > 5 && qty < 3
foreign-operator price == 5
foreign-operator !sold
foreign-operator name ~ "^a"
foreign-operator price % 2 = 0
foreign-operator price > 5 or qty < 3
unknown-function prop("price") > 5
unknown-function col("name") = "a"
unknown-function WENN(price > 5, 1, 2)
unknown-function SI(price > 5, 1, 2)
unknown-function SE(price > 5, 1, 2)
unknown-function UND(sold, price > 5)
unknown-function WENNFEHLER(price, 0) > 1
unknown-function COALESCE(price, 0) > 1
unknown-function DateDiff(due, Today()) > 5
unknown-function length(name) > 3
unknown-function StartsWith(name, "a")
unknown-field name = Anna
unknown-field PRICE > 5
unknown-field price = null
unexpected-character price > $5
unexpected-character price > 5 ? 1 : 0
curly-quote name = “Anna”
leading-equals =IF(price > 5, 1, 0)`;

const linesOf = (text: string): readonly string[] => text.trim().split("\n");

describe("habits of other languages", () => {
  it.each(linesOf(RIGHT))("%s has no diagnostic", (formula) => {
    expect(check(formula, schema).diagnostics).toEqual([]);
  });

  it.each(
    linesOf(WRONG).map((line) => {
      const [code = "", ...words] = line.split(" ");
      return [words.join(" "), code] as const;
    }),
  )("%s has advice: %s", (formula, code) => {
    const [first] = check(formula, schema).diagnostics;
    expect(first?.code).toBe(code);
    expect(first?.help ?? first?.fix?.title).toBeDefined();
    // Without a fix, there is a help; a fix leaves nothing to say.
    const edits = first?.fix?.edits ?? [];
    if (edits.length > 0) {
      const fixed = applyFix(formula, { title: "", edits });
      const left = check(fixed, schema).diagnostics.map((found) => found.code);
      expect(left).toEqual([]);
    }
  });
});
