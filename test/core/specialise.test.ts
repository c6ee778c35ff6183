import { expect, it } from "vitest";
import { CoreBuilder } from "../../src/core/builder.ts";
import { Specialiser } from "../../src/core/specialise.ts";

const now = new CoreBuilder().now;

it("the clock is a constant if its time is known, and else stays a clock", () => {
  expect(new Specialiser({ now: 5 }).of(now)).toMatchObject({ op: "literal", data: 5 });
  expect(new Specialiser({}).of(now).op).toBe("now");
});
