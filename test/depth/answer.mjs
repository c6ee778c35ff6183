// Answers questions about one formula in a process of its own, whose stack is the default one and whose code is as cold as
// that of a server which has just started. The input is `{ source, questions, limits }`, the output their answers.
import { readFileSync } from "node:fs";
import { compileOrThrow, defineSchema } from "../../dist/index.js";

const CLOCK = new Date("2024-02-29T12:00:00Z");
const schema = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  tax: "number",
  country: "text",
  created: "date",
});

/** Few rows are filtered by closures, more by generated code. */
const FEW = 5;
const MANY = 2_050;

function rows(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    price: index % 5,
    ...(index % 3 === 0 ? {} : { tax: index % 7 }),
    country: index % 2 === 0 ? "1" : "Italy",
    created: new Date(CLOCK.getTime() + index),
  }));
}

const ids = (found) => found.map(({ id }) => id);

async function columnsOf(count, strategy) {
  const { Columns } = await import("../../dist/columns.js");
  return Columns.from(rows(count), schema, { strategy });
}

async function select(formula, strategy, options) {
  const columns = await columnsOf(MANY, strategy);
  return [...columns.select(formula, options)].map(String);
}

const QUESTIONS = {
  matches: (formula) => ids(rows(MANY).filter((row) => formula.matches(row))),
  "matches, first": (formula) => ids(rows(FEW).filter((row) => formula.matches(row))),
  filter: (formula) => ids(formula.filter(rows(MANY))),
  "filter, first": (formula) => ids(formula.filter(rows(FEW))),
  evaluate: (formula) => ids(rows(FEW).filter((row) => isTrueLike(formula.evaluate(row)))),
  reference: (formula) => ids(rows(FEW).filter((row) => isTrueLike(formula.reference(row)))),
  explain: (formula) => ids(rows(FEW).filter((row) => formula.explain(row).holds === true)),
  "select by closures": (formula) => select(formula, "closures"),
  "select by generated code": (formula) => select(formula, "generated"),
  "select by vectors": (formula) => select(formula, "vectors"),
  "select in order": (formula) =>
    select(formula, "generated", { sort: [{ field: "price" }], limit: 5 }),
  count: async (formula) => [(await columnsOf(MANY, "adaptive")).count(formula)].map(String),
};

function isTrueLike(value) {
  // An error is a symbol.
  if (typeof value === "symbol") return false;
  return typeof value === "object" ? value instanceof Date || value?.length > 0 : Boolean(value);
}

const { source, questions, limits } = JSON.parse(readFileSync(0, "utf8"));
const formula = compileOrThrow(source, schema, { clock: () => CLOCK, limits });
const answers = {};
for (const question of questions) {
  try {
    answers[question] = await QUESTIONS[question](formula);
  } catch (error) {
    answers[question] = String(error.stack).split("\n").slice(0, 3).join("|");
  }
}
console.log(JSON.stringify(answers));
