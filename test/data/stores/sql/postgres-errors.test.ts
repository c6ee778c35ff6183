import { expect, it } from "vitest";
import { postgresError } from "../../../../src/data/stores/sql/postgres/postgres-error.ts";

it.each([
  ["EPIPE", "unavailable"],
  ["ECONNRESET", "unavailable"],
  ["ENOENT", "unavailable"],
  ["57P01", "unavailable"],
  ["08006", "unavailable"],
  ["53300", "busy"],
  ["57014", "timeout"],
  ["22P02", "data"],
  ["42P01", "setup"],
  ["28P01", "setup"],
])("an error with the code %s is %s", (code, meaning) => {
  const error = Object.assign(new Error("what happened"), { code });
  expect(postgresError(error, "PostgreSQL")).toMatchObject({ code: meaning });
});
