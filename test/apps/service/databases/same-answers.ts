import { expect, it } from "vitest";
import { demoCars, demoSchema } from "../../../../src/apps/demo/index.ts";
import type { Answer } from "../harness/client.ts";
import { carStore, type Served, serve } from "../harness/serve.ts";
import { describeServed, type StartedDatabase, serveTable } from "./serve-table.ts";

const cars = [...demoCars(1_500, 7)];

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

/** Every formula with some order, some fields and some format, and all of everything once. */
const REQUESTS: readonly Request[] = [
  { path: "/cars", accept: "application/json" },
  ...FORMULAS.map((formula, index): Request => {
    const parts = [
      `filterByFormula=${encodeURIComponent(formula)}`,
      ORDERS[index % ORDERS.length],
      FIELDS[index % FIELDS.length],
      index % 3 === 2 ? `maxRecords=${1 + ((index * 37) % 400)}` : "",
    ];
    const path = `/cars?${parts.filter(Boolean).join("&")}`;
    return { path, accept: TYPES[index % TYPES.length] ?? "" };
  }),
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

/** A service over memory, and what it answers to the requests. */
async function expected(): Promise<readonly [memory: Served, bodies: readonly Buffer[]]> {
  const memory = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const bodies: Buffer[] = [];
  for (const request of REQUESTS) bodies.push((await take(memory, request)).body);
  return [memory, bodies];
}

/** A service over a database answers every request as one over memory does. */
export function sameAnswers(database: StartedDatabase): void {
  describeServed(
    "answers",
    database,
    (started) => serveTable(started, { name: "cars", schema: demoSchema, records: cars }),
    (service) => {
      it("are those of memory, byte for byte", async () => {
        const [, bodies] = await expected();
        for (const [index, request] of REQUESTS.entries()) {
          const { body } = await take(service(), request);
          const isEqual = bodies[index]?.equals(body);
          expect(isEqual, `${request.path} as ${request.accept}`).toBe(true);
        }
        expect(Buffer.concat(bodies).length).toBeGreaterThan(500 * cars.length);
      });

      it("have the same pages", async () => {
        const [memory] = await expected();
        for (const path of [
          `/cars?pageSize=${Math.ceil(cars.length / 7)}&sort.0.field=tax&sort.0.direction=desc&fields.0=vin`,
          `/cars?pageSize=20&maxRecords=70&sort.0.field=createdAt&filterByFormula=${encodeURIComponent('{country} = "Italy"')}`,
          `/cars?pageSize=${Math.ceil(cars.length / 4)}&sort.0.field=country&sort.1.field=title&sort.1.direction=desc`,
        ]) {
          const wanted = await pages(memory, path);
          expect(wanted.length).toBeGreaterThan(3);
          expect(await pages(service(), path)).toEqual(wanted);
        }
      });
    },
  );
}
