import { describe, expect, it } from "vitest";
import {
  check,
  compile,
  compileOrThrow,
  defineSchema,
  ERROR,
  readSchema,
  SchemaError,
} from "../../src/index.ts";
import { recordOrder } from "../../src/sql.ts";

const trips = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  seats: "number",
  perSeat: { formula: "ROUND({price} / {seats}, 2)", description: "The price of a seat" },
  isDear: { formula: "{perSeat} > 100" },
  left: "date",
});

const rows = [
  { id: "a", price: 300, seats: 2 },
  { id: "b", price: 300, seats: 4 },
  { id: "c", price: 300, seats: 0 },
  { id: "d", seats: 4, perSeat: 1_000 },
];

const idsOf = (formula: string): readonly string[] =>
  compileOrThrow(formula, trips)
    .filter(rows)
    .map(({ id }) => id);

describe("a computed field", () => {
  it("has the type of its formula, and works wherever a field does", () => {
    expect(trips.fields.get("perSeat")).toEqual({
      name: "perSeat",
      type: "number",
      description: "The price of a seat",
      formula: "ROUND({price} / {seats}, 2)",
    });
    expect(trips.fields.get("isDear")?.type).toBe("boolean");
    expect(idsOf("{perSeat} > 100")).toEqual(["a"]);
    expect(idsOf("{isDear}")).toEqual(["a"]);
    expect(idsOf("NOT({isDear})")).toEqual(["b", "d"]);
    expect(idsOf("ISERROR({perSeat})")).toEqual(["c"]);
    expect(compileOrThrow("{perSeat} * 2", trips).evaluate({ price: 9, seats: 4 })).toBe(4.5);
    expect(compileOrThrow("{isDear}", trips).evaluate({ price: 9, seats: 0 })).toBe(ERROR);
  });

  it("is computed, even if a record has a property of its name", () => {
    expect(compileOrThrow("{perSeat}", trips).evaluate(rows[3] ?? {})).toBe(0);
  });

  it("is not a field that records have", () => {
    expect([...trips.stored.keys()]).toEqual(["id", "price", "seats", "left"]);
  });

  it("keeps its formula in JSON", () => {
    const json = JSON.parse(JSON.stringify(trips));
    const read = readSchema(json);
    if (!read.ok) throw new SchemaError(read.problems);
    expect(JSON.parse(JSON.stringify(read.schema))).toEqual(json);
    expect(compileOrThrow("{isDear}", read.schema).matches(rows[0])).toBe(true);
  });

  it("has an own name beside its formula", () => {
    const { fields, diagnostics } = check("{perSeet} > 1", trips);
    expect(diagnostics[0]?.fix?.edits[0]?.text).toBe("{perSeat}");
    expect(fields).toEqual([]);
    expect(compileOrThrow("{perSeat} > {price}", trips).fields).toEqual(["perSeat", "price"]);
  });

  it("may be declared before the fields that it uses", () => {
    const schema = defineSchema({ c: { formula: "{b} & 1" }, b: { formula: "{a}" }, a: "text" });
    expect(compileOrThrow("{c}", schema).evaluate({ a: "x" })).toBe("x1");
  });

  it("may use the key, and times of a record, but cannot be one", () => {
    const schema = defineSchema({
      id: { type: "text", key: true },
      own: { formula: 'RECORD_ID() & "!"' },
    });
    expect(compileOrThrow("{own}", schema).evaluate({ id: "7" })).toBe("7!");
    const problems = readSchema({ fields: { id: { formula: '"a"', key: true } } });
    expect(problems).toMatchObject({ ok: false });
  });
});

describe("a mistake in the formula of a field", () => {
  const diagnose = (fields: Record<string, unknown>): readonly string[] => {
    const read = readSchema({ fields });
    if (read.ok) return [];
    return read.diagnostics.map(({ field, code, formula, span }) => {
      const { start, end } = span;
      return `${field}: ${code}: ${formula.slice(0, start)}«${formula.slice(start, end)}»${formula.slice(end)}`;
    });
  };

  it.each([
    ["{prise} + 1", "unknown-field: «{prise}» + 1"],
    ["1 +", "missing-operand: 1 «+»"],
    ['{price} = "1"', 'comparison-type: «{price} = "1"»'],
    ["{price} > $least", "unknown-parameter: {price} > «$least»"],
    ["{sum} + 1", "formula-cycle: «{sum}» + 1"],
    ['REPT("a", 1000000000)', undefined],
  ])("%s", (formula, expected) => {
    const found = diagnose({ price: "number", sum: { formula } });
    expect(found).toEqual(expected === undefined ? found : [`sum: ${expected}`]);
  });

  it("is reported once, and not again in the fields that use it", () => {
    const fields = {
      a: { formula: "{nothing}" },
      b: { formula: "{a} + 1" },
      c: { formula: "{b}" },
    };
    expect(diagnose(fields)).toEqual(["a: unknown-field: «{nothing}»"]);
  });

  it("may be a cycle of several fields", () => {
    const fields = {
      a: { formula: "1 + {b}" },
      b: { formula: "{c}" },
      c: { formula: "{a} + {c}" },
    };
    const found = diagnose(fields);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/formula-cycle/);
  });

  it("has a message with its position", () => {
    expect(() => defineSchema({ a: { formula: "1 + {nothing}" } })).toThrow(
      "field `a`: there is no field `nothing` (at character 5 of its formula: `{nothing}`)",
    );
  });

  it("is a type beside it, or a formula that is no text", () => {
    expect(readSchema({ fields: { a: { formula: "1", type: "number" } } })).toMatchObject({
      ok: false,
      problems: [{ message: "field `a`: a computed field has no `type`" }],
    });
    expect(readSchema({ fields: { a: { formula: 1 } } })).toMatchObject({ ok: false });
  });
});

describe("computed fields of computed fields", () => {
  it("are shared, and not copied", () => {
    const fields: Record<string, "number" | { formula: string }> = { f0: "number" };
    for (let index = 1; index <= 20; index++) {
      fields[`f${index}`] = { formula: `{f${index - 1}} + {f${index - 1}}` };
    }
    const formula = compileOrThrow("{f20} > 1000000", defineSchema(fields));
    expect(formula.filter([{ f0: 1 }, { f0: 0.5 }])).toEqual([{ f0: 1 }]);
    expect(formula.reference({ f0: 1 })).toBe(true);
    expect(JSON.stringify(formula.explain({ f0: 1 })).length).toBeLessThan(20_000);
  });

  it("count against the limit of nodes, each once", () => {
    const schema = defineSchema({
      a: "number",
      b: { formula: "{a} + 1" },
      c: { formula: "{b} + {b}" },
    });
    expect(compile("{c} + {b}", schema, { limits: { nodes: 9 } }).ok).toBe(true);
    const { diagnostics } = compile("{c} + {b}", schema, { limits: { nodes: 8 } });
    expect(diagnostics).toMatchObject([{ code: "too-many-nodes", span: { start: 0, end: 3 } }]);
  });

  it("count against the limit of work", () => {
    const schema = defineSchema({ a: "text", b: { formula: 'SUBSTITUTE({a}, "x", "y")' } });
    const { diagnostics } = compile('{b} = "y"', schema, { limits: { work: 1000 } });
    expect(diagnostics).toMatchObject([{ code: "too-costly", span: { start: 0, end: 3 } }]);
  });

  it("may be a long chain", () => {
    const fields: Record<string, "number" | { formula: string }> = { f0: "number" };
    for (let index = 600; index >= 1; index--) {
      fields[`f${index}`] = { formula: `{f${index - 1}} + 1` };
    }
    const formula = compileOrThrow("{f600}", defineSchema(fields));
    expect(formula.evaluate({ f0: 1 })).toBe(601);
    expect(formula.reference({ f0: 1 })).toBe(601);
    expect(formula.explain({ f0: 1 }).value).toBe(601);
    fields.f2000 = { formula: "{f1999}" };
    for (let index = 601; index <= 1999; index++) {
      fields[`f${index}`] = { formula: `{f${index - 1}} + 1` };
    }
    const read = readSchema({ fields });
    expect(read).toMatchObject({ ok: false, diagnostics: [{ code: "too-many-nodes" }] });
  });
});

describe("the clock and the time zone", () => {
  it("are those of the request and of the schema", () => {
    const schema = defineSchema(
      { at: "date", day: { formula: "DAY({at})" }, isNow: { formula: "{at} = NOW()" } },
      { timeZone: "Asia/Tokyo" },
    );
    const at = new Date("2024-05-01T20:00:00Z");
    expect(compileOrThrow("{day}", schema).evaluate({ at })).toBe(2);
    expect(compileOrThrow("{day} - DAY({at})", schema).evaluate({ at })).toBe(1);
    expect(compileOrThrow("{isNow}", schema, { clock: () => at }).evaluate({ at })).toBe(true);
    const json = JSON.parse(JSON.stringify(schema));
    expect(json.timeZone).toBe("Asia/Tokyo");
    const read = readSchema(json);
    expect(read.ok && compileOrThrow("{day}", read.schema).evaluate({ at })).toBe(2);
    expect(readSchema({ fields: {}, timeZone: "Mars" })).toMatchObject({ ok: false });
  });

  it("sort records by a field that reads the clock", () => {
    const schema = defineSchema({ at: "date", isPast: { formula: "{at} < NOW()" } });
    const later = { at: new Date(Date.now() + 1e9) };
    const earlier = { at: new Date(Date.now() - 1e9) };
    const order = recordOrder(schema, [{ field: "isPast", direction: "desc" }]);
    expect([later, earlier, {}].sort(order)).toEqual([earlier, later, {}]);
  });
});

describe("hidden fields", () => {
  const schema = defineSchema({
    price: { type: "number", hidden: true },
    seats: "number",
    perSeat: { formula: "{price} / {seats}" },
    twice: { formula: "{perSeat} * 2" },
    secret: { formula: "{seats} + 1", hidden: true },
  });

  it("may be read by a computed field, which then does not show its formula", () => {
    expect([...schema.fields.keys()]).toEqual(["seats", "perSeat", "twice"]);
    expect([...schema.stored.keys()]).toEqual(["price", "seats"]);
    expect(schema.fields.get("perSeat")).toEqual({ name: "perSeat", type: "number" });
    expect(schema.fields.get("twice")).toEqual({ name: "twice", type: "number" });
    const formula = compileOrThrow("{twice} > 5", schema);
    expect(formula.matches({ price: 12, seats: 4 })).toBe(true);
    expect(JSON.stringify(formula.explain({ price: 12, seats: 4 }))).not.toContain("price");
    expect(compile("{price} > 5", schema)).toMatchObject({ ok: false });
    expect(compile("{secret} > 5", schema)).toMatchObject({ ok: false });
  });
});

describe("explain", () => {
  it("shows a computed field opened, where it is used first", () => {
    const row = { price: 300, seats: 2 };
    const { parts } = compileOrThrow("{isDear} = ({perSeat} > 100)", trips).explain(row);
    const [dear, comparison] = parts;
    expect(dear).toMatchObject({
      text: "{isDear}",
      value: true,
      definition: { text: "{perSeat} > 100", value: true, span: { start: 0, end: 15 } },
    });
    expect(comparison?.parts[0]).toMatchObject({
      text: "{perSeat}",
      value: 150,
      definition: {
        text: "ROUND({price} / {seats}, 2)",
        value: 150,
        parts: [{ text: "{price} / {seats}", value: 150 }, { text: "2" }],
      },
    });
    expect(dear?.definition?.parts[0]).not.toHaveProperty("definition");
  });

  it.each([{ deny: ["price"] }, { allow: ["isDear", "perSeat"] }])(
    "shows no formula that reads a field that the policy refuses: %o",
    (fields) => {
      const compiled = compile("{isDear}", trips, { policy: { fields } });
      if (!compiled.ok) throw new Error("the formula uses allowed fields only");
      const record = { price: 4711, seats: 2 };
      for (const formula of [compiled.formula, compiled.formula.assume({ id: "a" })]) {
        const explanation = formula.explain(record);
        expect(explanation).toMatchObject({ value: true, definition: { text: "{perSeat} > 100" } });
        expect(JSON.stringify(explanation)).not.toMatch(/price|4711/);
      }
    },
  );

  it("shows no formula that uses a computed field that the policy refuses", () => {
    const policy = { fields: { deny: ["perSeat"] } };
    const compiled = compile("{isDear}", trips, { policy });
    if (!compiled.ok) throw new Error("the formula uses allowed fields only");
    expect(compiled.formula.explain({ price: 300, seats: 2 })).not.toHaveProperty("definition");
  });
});

describe("assume", () => {
  it("opens the fields that a known value changes", () => {
    const left = compileOrThrow('AND({perSeat} > 100, {id} != "z")', trips).assume({ seats: 2 });
    expect(left.fields).toEqual(["price", "id"]);
    expect(
      left.filter([
        { price: 300, id: "a" },
        { price: 100, id: "b" },
      ]),
    ).toHaveLength(1);
    expect(compileOrThrow(left.source, trips).filter([{ price: 300 }])).toHaveLength(1);
    const decided = compileOrThrow("{isDear}", trips).assume({ seats: 2, price: 300 });
    expect(decided.fields).toEqual([]);
    expect(decided.matches({})).toBe(true);
  });

  it("leaves the others closed", () => {
    const left = compileOrThrow("{perSeat} > 100", trips).assume({ id: "z" });
    expect(left.source).toBe("{perSeat} > 100");
  });

  it("knows the values even if the formula is too large to be written out", () => {
    const fields: Record<string, "number" | { formula: string }> = { f0: "number", g: "number" };
    for (let index = 1; index <= 20; index++) {
      fields[`f${index}`] = { formula: `{f${index - 1}} + {f${index - 1}}` };
    }
    const left = compileOrThrow("{f20} > {g}", defineSchema(fields)).assume({ f0: 1 });
    expect(left.fields).toContain("g");
    expect(left.matches({ g: 2 ** 20 })).toBe(false);
    expect(left.matches({ g: 2 ** 20 - 1 })).toBe(true);
    expect(left.explain({ g: 2 ** 20 - 1 }).value).toBe(true);
  });

  it("refuses the value of a computed field", () => {
    const formula = compileOrThrow("{isDear}", trips);
    const values: object = { perSeat: 3 };
    expect(() => formula.assume(values)).toThrow("`perSeat` is computed by a formula");
  });

  it("keeps the time zone of the formula", () => {
    const formula = compileOrThrow("YEAR({left}) = {seats}", trips, { timeZone: "Asia/Tokyo" });
    const left = new Date("2023-12-31T20:00:00Z");
    expect(formula.assume({ seats: 2024 }).matches({ left })).toBe(true);
  });
});
