import { expect, it } from "vitest";
import { openPostgres } from "../../../../src/data/stores/sql/open-postgres.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import {
  amount,
  between,
  type Cell,
  dayAfter,
  insert,
  missingEach,
  pick,
  timeAfter,
} from "./rows.ts";
import { expectSample, type SampleTable } from "./sample.ts";

const FILMS = 120;
const CUSTOMERS = 60;
const PAYMENTS = 200;

const FEATURES = ["Trailers", "Commentaries", "Deleted Scenes", "Behind the Scenes"] as const;

function features(n: number): Cell {
  if (n % 11 === 0) return null;
  const some = FEATURES.filter((_, at) => between(0, 2, n, at + 20) > 0);
  return { sql: `ARRAY[${some.map((one) => `'${one}'`).join(", ")}]::text[]` };
}

/** The tables of a shop that rents films. */
const STATEMENTS: readonly string[] = [
  `CREATE TYPE film_rating AS ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17');
  CREATE DOMAIN film_year AS integer CHECK (VALUE BETWEEN 1901 AND 2155);
  CREATE TABLE language (language_id serial PRIMARY KEY, name character(20) NOT NULL, last_update timestamp DEFAULT now() NOT NULL);
  CREATE TABLE film (
    film_id serial PRIMARY KEY, title varchar(255) NOT NULL, description text, release_year film_year,
    language_id integer NOT NULL REFERENCES language, original_language_id integer REFERENCES language,
    rental_duration smallint DEFAULT 3 NOT NULL, rental_rate numeric(4,2) DEFAULT 4.99 NOT NULL, length smallint,
    replacement_cost numeric(5,2) DEFAULT 19.99 NOT NULL, rating film_rating DEFAULT 'G',
    last_update timestamp without time zone DEFAULT now() NOT NULL, special_features text[],
    fulltext tsvector GENERATED ALWAYS AS (to_tsvector('english', title)) STORED,
    rate_per_day numeric(8,4) GENERATED ALWAYS AS (rental_rate / rental_duration) STORED);
  CREATE INDEX film_title ON film (title);
  CREATE TABLE customer (
    customer_id serial PRIMARY KEY, store_id smallint NOT NULL, first_name varchar(45) NOT NULL, last_name varchar(45) NOT NULL,
    email varchar(50), activebool boolean DEFAULT true NOT NULL, create_date date DEFAULT CURRENT_DATE NOT NULL,
    last_update timestamptz DEFAULT now(), active integer);
  CREATE TABLE staff (staff_id smallserial PRIMARY KEY, username varchar(16) NOT NULL, picture bytea, active boolean NOT NULL);
  CREATE TABLE payment (
    payment_id bigint GENERATED ALWAYS AS IDENTITY, customer_id integer NOT NULL, staff_id smallint NOT NULL,
    amount numeric(5,2) NOT NULL, payment_date timestamptz NOT NULL, PRIMARY KEY (payment_date, payment_id))
    PARTITION BY RANGE (payment_date);
  CREATE TABLE payment_early PARTITION OF payment FOR VALUES FROM (MINVALUE) TO ('2022-03-01Z');
  CREATE TABLE payment_late PARTITION OF payment FOR VALUES FROM ('2022-03-01Z') TO (MAXVALUE);
  CREATE VIEW film_list AS SELECT f.film_id AS fid, f.title, f.rental_rate AS price, f.length, f.rating, btrim(l.name) AS language
    FROM film f JOIN language l USING (language_id)`,
  insert("language", "name, last_update", 4, (n) => [
    ["English", "Italian", "Japanese", "Mandarin"][n - 1] ?? "",
    "2022-02-15 10:02:19",
  ]),
  insert(
    "film",
    "title, description, release_year, language_id, original_language_id, rental_duration, rental_rate, length, replacement_cost, rating, last_update, special_features",
    FILMS,
    (n) => [
      `${pick(["Silent", "Golden", "Lost", "Crimson", "Été", "Last"], n)} ${pick(["River", "Harbour", "Machine", "Garden", "Night"], n, 2)} ${n}`,
      missingEach(
        7,
        n,
        `A ${pick(["thoughtful", "fast-paced", "touching"], n, 3)} story of a ${pick(["pilot", "robot", "dentist", "cat"], n, 4)}`,
      ),
      missingEach(13, n, between(1984, 2022, n, 5)),
      between(1, 4, n, 6),
      n % 3 === 0 ? between(1, 4, n, 7) : null,
      between(3, 7, n, 8),
      pick([0.99, 2.99, 4.99], n, 9),
      missingEach(17, n, between(46, 185, n, 10)),
      amount(9, 29, n, 11),
      missingEach(19, n, pick(["G", "PG", "PG-13", "R", "NC-17"], n, 12)),
      `${timeAfter("2022-09-10", n * 977)}.${between(100_000, 999_999, n)}`,
      features(n),
    ],
  ),
  insert(
    "customer",
    "store_id, first_name, last_name, email, activebool, create_date, last_update, active",
    CUSTOMERS,
    (n) => {
      const first = pick(["Ana", "Björn", "Chloé", "Dmitri", "Emma"], n);
      const last = pick(["Okafor", "O'Neill", "Smith", "van Dijk"], n, 2);
      return [
        between(1, 2, n),
        first,
        last,
        missingEach(9, n, `${first}.${n}@example.org`),
        n % 8 !== 0,
        dayAfter("2020-02-14", n * 13),
        missingEach(10, n, `${timeAfter("2022-02-15", n * 86_399)}+02`),
        n % 8 === 0 ? 0 : 1,
      ];
    },
  ),
  insert("staff", "username, picture, active", 4, (n) => [
    `staff${n}`,
    n === 1 ? { sql: "decode('89504e470d0a1a0a', 'hex')" } : null,
    n < 4,
  ]),
  insert("payment", "customer_id, staff_id, amount, payment_date", PAYMENTS, (n) => [
    between(1, CUSTOMERS, n),
    between(1, 4, n, 2),
    amount(0, 11, n, 3),
    `${timeAfter("2022-01-23", n * 35_000)}.1234+00`,
  ]),
];

const TABLES: readonly SampleTable[] = [
  {
    name: "film",
    fields: {
      film_id: "number",
      title: "text",
      description: "text",
      release_year: "number",
      language_id: "number",
      original_language_id: "number",
      rental_duration: "number",
      rental_rate: "number",
      length: "number",
      replacement_cost: "number",
      rating: "text",
      last_update: "date",
      special_features: "list",
      rate_per_day: "number",
    },
    refused: { fulltext: "a search document" },
    rows: FILMS,
    formulas: [
      '{rating} = "PG-13"',
      'OR({rating} = "G", {rating} = "PG")',
      'AND({rating} != "R", {rating} != "NC-17", NOT({rating} = BLANK()))',
      "{rental_rate} = 0.99",
      "AND({rental_rate} < 3, {length} >= 120)",
      "{length} = BLANK()",
      "{replacement_cost} > 20.5",
      "AND({replacement_cost} >= 15, {replacement_cost} <= 19.99)",
      "{replacement_cost} / {rental_rate} > 10",
      "ROUND({rate_per_day}, 2) = 1",
      "{rate_per_day} < 0.25",
      'HAS({special_features}, "Trailers")',
      'AND(HAS({special_features}, "Deleted Scenes"), NOT(HAS({special_features}, "Commentaries")))',
      'LEN(ARRAYJOIN({special_features}, "")) > 30',
      'CONTAINS(LOWER({title}), "river")',
      'STARTS_WITH({title}, "Été")',
      'SEARCH("ROBOT", {description}) > 0',
      'REGEX_MATCH({title}, "^(Lost|Last) .*[13579]$")',
      "{description} = BLANK()",
      "AND({release_year} >= 2000, {release_year} < 2010)",
      "MOD({release_year}, 4) = 0",
      "{original_language_id} = {language_id}",
      "{original_language_id} != BLANK()",
      'IS_AFTER({last_update}, "2022-09-11")',
      "DAY({last_update}) = 10",
      'IF({length} > 100, "long", "short") = "long"',
      'SWITCH({rating}, "G", 0, "PG", 0, "PG-13", 13, 17) >= 13',
      'UPPER(LEFT({title}, 1)) = "G"',
      '{title} > "M"',
      "VALUE(RIGHT({title}, 1)) = 7",
    ],
  },
  {
    name: "customer",
    fields: {
      customer_id: "number",
      store_id: "number",
      first_name: "text",
      last_name: "text",
      email: "text",
      activebool: "boolean",
      create_date: "date",
      last_update: "date",
      active: "number",
    },
    rows: CUSTOMERS,
    formulas: [
      "{activebool}",
      "NOT({active})",
      'AND({activebool}, {create_date} >= "2021-01-01")',
      '{create_date} = "2020-02-27"',
      "YEAR({create_date}) = 2020",
      '{last_name} = "O\'Neill"',
      'FIND("é", {first_name}) > 0',
      'ENDS_WITH({email}, "@example.org")',
      "{email} = BLANK()",
      'DATETIME_DIFF({last_update}, {create_date}, "days") > 365',
      '{first_name} & " " & {last_name} = "Emma Smith"',
    ],
  },
  {
    name: "payment",
    key: "payment_id",
    fields: {
      payment_id: "number",
      customer_id: "number",
      staff_id: "number",
      amount: "number",
      payment_date: "date",
    },
    rows: PAYMENTS,
    formulas: [
      "{amount} > 9.99",
      "AND({staff_id} = 2, {amount} <= 5)",
      '{payment_date} < "2022-03-01"',
      'AND({payment_date} >= "2022-02-01", {payment_date} < "2022-03-15", {amount} >= 1)',
      "HOUR({payment_date}) < 6",
      "WEEKDAY({payment_date}) = 0",
      "{customer_id} = 7",
    ],
  },
  {
    name: "film_list",
    key: "fid",
    fields: {
      fid: "number",
      title: "text",
      price: "number",
      length: "number",
      rating: "text",
      language: "text",
    },
    rows: FILMS,
    formulas: ['{language} = "Japanese"', 'AND({price} < 1, {rating} = "R")', "{length} > 150"],
  },
  {
    name: "language",
    fields: { language_id: "number", name: "text", last_update: "date" },
    rows: 4,
    formulas: ['{name} = "English"', "LEN({name}) > 7", '{name} > "J"'],
  },
  {
    name: "staff",
    fields: { staff_id: "number", username: "text", picture: "text", active: "boolean" },
    rows: 4,
    formulas: ["{active}", "{picture} = BLANK()", 'STARTS_WITH({picture}, "\\\\x89504e47")'],
  },
];

describeEngine(
  "a film rental shop on PostgreSQL",
  () => openEngine("postgres"),
  (engine) => {
    it("is opened unchanged, and answers as memory does", async () => {
      for (const statement of STATEMENTS) await engine().execute(statement);
      const { host, user, database } = engine().connection;
      const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
      const driver = await openPostgres(source, { driver: load("pg") });
      try {
        for (const table of TABLES) await expectSample(driver, table);
      } finally {
        await driver.close();
      }
      expect(TABLES.flatMap(({ formulas }) => formulas).length).toBeGreaterThan(30);
    });
  },
);
