import { expect, it } from "vitest";
import { demoCars, demoSchema } from "../../src/demo/index.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { countOf, someOf } from "../harness/extent.ts";
import type { Answer } from "./harness/client.ts";
import { DATABASES, fillTable } from "./harness/databases.ts";
import { carStore, type Served, serve, serviceTests } from "./harness/serve.ts";

serviceTests();

const cars = [...demoCars(countOf(3_000, 10_000), 7)];

const FORMULAS: readonly string[] = [
  '{country} = "Italy"',
  'AND({country} = "Italy", {price} < 50000, NOT(tax = BLANK()), FIND("AD15", {optionCodes}))',
  'AND(NOT(tax=BLANK()),{currency}="EUR",{modelLetter}="S",{year}=2024)',
  "AND({price} < 40000)",
  'FIND("Performance", {title})',
  "tax = BLANK()",
  "tax = 0",
  "({price} + {tax}) / {odometer} > 1",
  "YEAR({createdAt}) = 2024",
  'DATETIME_FORMAT({createdAt}, "YYYY-MM") = "2024-05"',
  'IS_AFTER({createdAt}, "2024-06-01")',
  'AND(LOWER({country}) = "germany", {year} >= 2020)',
  'REGEX_MATCH({title}, "^Model [3Y].*AWD")',
  'OR({country} = "Japan", {country} = "中国", LEN({title}) > 40)',
  'IF({odometerType} = "miles", {odometer} * 1.609344, {odometer}) < 5000',
  "ROUND({price} / 1000, 0) = 42",
  'RIGHT({vin}, 1) = "7"',
  "MOD({year}, 2) = 1",
  '{title} > "Model X"',
  'SWITCH({modelLetter}, "S", TRUE(), "X", {price} > 100000, FALSE())',
  "{price} / {tax} > 5",
  'FIND("é", {title} & {country})',
];

const ORDERS: readonly string[] = [
  "",
  "sort.0.field=price&sort.0.direction=desc",
  "sort.0.field=tax",
  "sort.0.field=tax&sort.0.direction=desc&sort.1.field=country",
  "sort[0][field]=title&sort[0][direction]=desc&sort[1][field]=createdAt",
  "sort.0.field=createdAt&sort.0.direction=desc",
];

const FIELDS = [
  "",
  "fields.0=vin",
  "fields[]=price&fields[]=tax&fields[]=createdAt&fields[]=title",
];
const TYPES = ["application/json", "application/x-ndjson", "text/csv"];

interface Request {
  readonly path: string;
  readonly accept: string;
}

/** Every formula with some order, some fields and some format, in a full run with three of each, and all of everything once. */
const REQUESTS: readonly Request[] = [
  { path: "/cars", accept: "application/json" },
  ...FORMULAS.flatMap((formula, index) =>
    someOf([0, 1, 2], index).map((turn): Request => {
      const at = index + turn * 5;
      const parts = [
        `filterByFormula=${encodeURIComponent(formula)}`,
        ORDERS[at % ORDERS.length],
        FIELDS[at % FIELDS.length],
        turn === 2 ? `maxRecords=${1 + ((at * 37) % 400)}` : "",
      ];
      const path = `/cars?${parts.filter(Boolean).join("&")}`;
      return { path, accept: TYPES[at % TYPES.length] ?? "" };
    }),
  ),
];

const encoded = (path: string): string => path.replaceAll("[", "%5B").replaceAll("]", "%5D");

async function take(service: Served, { path, accept }: Request): Promise<Answer> {
  const answer = await service.ask(encoded(path), { headers: { accept } });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer;
}

/** The bodies of all pages, by following their links. */
async function pages(service: Served, first: string): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    const answer = await take(service, { path, accept: "application/json" });
    bodies.push(answer.text);
    path = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
  }
  return bodies;
}

const expected = carStore(cars).then((store) => serve({ collections: { cars: { store } } }));

/** The bodies that a service over memory gives, in the order of the requests. */
const bodies = expected.then(async (memory) => {
  const all: Buffer[] = [];
  for (const request of REQUESTS) all.push((await take(memory, request)).body);
  return all;
});

for (const [name, start] of Object.entries(DATABASES)) {
  describeEngine(name, start, (database) => {
    let served: Promise<Served> | undefined;
    const service = (): Promise<Served> => {
      served ??= fillTable(database(), "cars", demoSchema, cars).then((store) =>
        serve({ collections: { cars: { store } } }),
      );
      return served;
    };

    it("answers as memory does, byte for byte", async () => {
      const [wanted, other] = [await bodies, await service()];
      for (const [index, request] of REQUESTS.entries()) {
        const { body } = await take(other, request);
        const isEqual = wanted[index]?.equals(body);
        expect(isEqual, `${request.path} as ${request.accept}`).toBe(true);
      }
      expect(Buffer.concat(wanted).length).toBeGreaterThan(500 * cars.length);
    });

    it("gives the same pages", async () => {
      const [memory, other] = [await expected, await service()];
      for (const path of [
        `/cars?pageSize=${Math.ceil(cars.length / 7)}&sort.0.field=tax&sort.0.direction=desc&fields.0=vin`,
        `/cars?pageSize=40&maxRecords=130&sort.0.field=createdAt&filterByFormula=${encodeURIComponent('{country} = "Italy"')}`,
        `/cars?pageSize=${Math.ceil(cars.length / 4)}&sort.0.field=country&sort.1.field=title&sort.1.direction=desc`,
      ]) {
        const wanted = await pages(memory, path);
        expect(wanted.length).toBeGreaterThan(3);
        expect(await pages(other, path)).toEqual(wanted);
      }
      await other.stop();
    });
  });
}
