import { expect, it } from "vitest";
import { collectionName } from "../../../src/apps/cli/input/collection-name.ts";

it.each([
  [["orders.csv"], "orders"],
  [["/data/2024/orders.csv.gz"], "orders"],
  [["C.parquet"], "C"],
  [["file:orders.ndjson"], "orders"],
  [["file:///data/orders.ndjson"], "orders"],
  [["orders.v2.json"], "orders.v2"],
  [["orders"], "orders"],
  [["orders-*.csv"], "orders"],
  [["orders_20{23,24}.csv"], "orders_20"],
  [["2023/orders.csv", "2024/orders.csv"], "orders"],
  [["orders.csv", "orders-2024.csv"], "orders"],
  [["orders-2023.csv", "orders-2024.csv"], "orders"],
  [["orders.csv", "orders.json"], "orders"],
])("the collection of %j is %s", (sources, name) => {
  expect(collectionName(undefined, undefined, sources)).toBe(name);
});

it.each([
  ["orders", "orders"],
  ["public.orders", "orders"],
  ["shop.public.Orders_2", "Orders_2"],
])("the collection of the table %s is %s", (table, name) => {
  expect(collectionName(undefined, table, ["postgres://localhost/shop"])).toBe(name);
});

it.each([
  [["*.csv"], "the files have no name in common: name them with --name"],
  [["cars.csv", "orders.csv"], "the files have no name in common: name them with --name"],
  [["a b.csv"], "`a b` cannot be the last part of a path"],
  [["..csv"], "`.` cannot be the last part of a path"],
  [["file:///data/my%20orders.csv"], "`my%20orders` cannot be the last part of a path"],
])("the sources %j give no name to a collection", (sources, message) => {
  expect(() => collectionName(undefined, undefined, sources)).toThrow(message);
  expect(collectionName("named", undefined, sources)).toBe("named");
});
