import { expect, it } from "vitest";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import { Specialiser } from "../../../src/language/core/specialise.ts";

const builder = new CoreBuilder();
const { now } = builder;

it("the clock is a constant if its time is known, and else stays a clock", () => {
  expect(new Specialiser({ now: 5 }).of(now)).toMatchObject({ op: "literal", data: 5 });
  expect(new Specialiser({}).of(now).op).toBe("now");
});

it("a parameter is a constant if its value is known, and else stays a parameter", () => {
  const least = builder.parameter({ name: "least", type: "number", index: 0 });
  const isAbove = builder.less(least, builder.number(3));
  const known = new Specialiser({ parameter: () => 5 });
  expect(known.of(isAbove)).toBe(known.builder.false);
  const { op, operands } = new Specialiser({}).of(isAbove);
  expect([op, ...operands.map(({ data }) => data)]).toEqual(["less", least.data, 3]);
});
