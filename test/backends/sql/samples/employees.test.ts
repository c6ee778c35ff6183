import { expect, it } from "vitest";
import { openMariadb } from "../../../../src/data/stores/sql/open-mariadb.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { amount, between, dayAfter, insert, missingEach, pick } from "./rows.ts";
import { expectSample, type SampleTable } from "./sample.ts";

const EMPLOYEES = 150;
const FIRST = 10_000;
/** The end date of current entries in this sample. */
const ALWAYS = "9999-01-01";

/** The tables of a company's employees. */
const STATEMENTS: readonly string[] = [
  `CREATE TABLE employees (
    emp_no INT NOT NULL, birth_date DATE NOT NULL, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL,
    gender ENUM('M','F') NOT NULL, hire_date DATE NOT NULL, badge SMALLINT UNSIGNED, PRIMARY KEY (emp_no))`,
  "CREATE TABLE departments (dept_no CHAR(4) NOT NULL, dept_name VARCHAR(40) NOT NULL, PRIMARY KEY (dept_no), UNIQUE KEY (dept_name))",
  `CREATE TABLE dept_emp (
    emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL,
    KEY (dept_no), PRIMARY KEY (emp_no, dept_no),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE,
    FOREIGN KEY (dept_no) REFERENCES departments (dept_no) ON DELETE CASCADE)`,
  `CREATE TABLE salaries (
    emp_no INT UNSIGNED NOT NULL, salary INT UNSIGNED NOT NULL, bonus DECIMAL(10,2), hours DECIMAL(5,2) UNSIGNED NOT NULL,
    from_date DATE NOT NULL, to_date DATE NOT NULL, PRIMARY KEY (emp_no, from_date))`,
  `CREATE VIEW current_salaries AS
    SELECT emp_no, salary, bonus, salary + COALESCE(bonus, 0) AS total, hours, from_date, to_date FROM salaries WHERE to_date = '${ALWAYS}'`,
  `CREATE VIEW memberships AS
    SELECT CONCAT(emp_no, '/', dept_no) AS membership, emp_no, dept_no, from_date, to_date FROM dept_emp`,
  insert(
    "employees",
    "emp_no, birth_date, first_name, last_name, gender, hire_date, badge",
    EMPLOYEES,
    (n) => [
      FIRST + n,
      dayAfter("1952-02-01", n * 83),
      pick(["Aino", "Bela", "Chirstian", "Duangkaew", "Łukasz", "Özge"], n),
      pick(["Facello", "de Groot", "O'Hara", "Simmel", "Zielinski"], n, 2),
      pick(["M", "F"], n, 3),
      dayAfter("1985-01-01", between(0, 5000, n, 4)),
      missingEach(6, n, between(0, 65_535, n, 5)),
    ],
  ),
  insert("departments", "dept_no, dept_name", 5, (n) => [
    `d00${n}`,
    ["Marketing", "Finance", "Human Resources", "Production", "Research & Development"][n - 1] ??
      "",
  ]),
  insert("dept_emp", "emp_no, dept_no, from_date, to_date", EMPLOYEES, (n) => [
    FIRST + n,
    `d00${between(1, 5, n)}`,
    dayAfter("1986-06-26", between(0, 4000, n, 2)),
    n % 4 === 0 ? dayAfter("2000-01-01", n) : ALWAYS,
  ]),
  insert("salaries", "emp_no, salary, bonus, hours, from_date, to_date", 2 * EMPLOYEES, (n) => [
    FIRST + Math.ceil(n / 2),
    between(38_000, 120_000, n),
    missingEach(5, n, amount(-500, 9_000, n, 2)),
    pick([20.5, 38.25, 40], n, 3),
    n % 2 === 0 ? "1997-06-26" : "1993-06-26",
    n % 2 === 0 ? ALWAYS : "1997-06-26",
  ]),
];

const TABLES: readonly SampleTable[] = [
  {
    name: "employees",
    fields: {
      emp_no: "number",
      birth_date: "date",
      first_name: "text",
      last_name: "text",
      gender: "text",
      hire_date: "date",
      badge: "number",
    },
    rows: EMPLOYEES,
    formulas: [
      '{gender} = "F"',
      'AND({gender} = "M", {hire_date} < "1990-01-01")',
      '{birth_date} = "1952-04-24"',
      'AND({hire_date} >= "1986-01-01", {hire_date} <= "1986-12-31")',
      'DATETIME_DIFF({hire_date}, {birth_date}, "years") >= 30',
      "AND(MONTH({birth_date}) = 12, DAY({birth_date}) > 10)",
      "WEEKDAY({hire_date}) = 1",
      "YEAR({hire_date}) - YEAR({birth_date}) < 20",
      '{last_name} = "de Groot"',
      '{last_name} = "O\'Hara"',
      'LOWER({last_name}) < "f"',
      '{first_name} > "Z"',
      'STARTS_WITH({first_name}, "Ł")',
      'UPPER({first_name}) = "ÖZGE"',
      'CONTAINS({first_name} & " " & {last_name}, "a S")',
      "LEN({last_name}) = 6",
      "{badge} = BLANK()",
      "AND({badge} > 60000, {badge} <= 65535)",
      "{emp_no} = 10042",
      "OR({emp_no} = 10001, {emp_no} = 10003, {emp_no} = 10150)",
      "MOD({emp_no}, 10) = 0",
      'DATETIME_FORMAT({hire_date}, "YYYY-MM") = "1990-04"',
    ],
  },
  {
    name: "departments",
    fields: { dept_no: "text", dept_name: "text" },
    rows: 5,
    formulas: ['{dept_no} = "d003"', 'CONTAINS({dept_name}, "&")', '{dept_name} < "G"'],
  },
  {
    name: "memberships",
    key: "membership",
    fields: {
      membership: "text",
      emp_no: "number",
      dept_no: "text",
      from_date: "date",
      to_date: "date",
    },
    rows: EMPLOYEES,
    formulas: [
      // A date after 2298 is a blank.
      "{to_date} = BLANK()",
      'AND({dept_no} = "d002", NOT({to_date} = BLANK()))',
      '{from_date} > "1995-01-01"',
      'ENDS_WITH({membership}, "/d004")',
    ],
  },
  {
    name: "current_salaries",
    key: "emp_no",
    fields: {
      emp_no: "number",
      salary: "number",
      bonus: "number",
      total: "number",
      hours: "number",
      from_date: "date",
      to_date: "date",
    },
    rows: EMPLOYEES,
    formulas: [
      "{salary} > 100000",
      "{bonus} < 0",
      "{bonus} = BLANK()",
      "{bonus} / {salary} > 0.1",
      "{total} >= 80000.5",
      "{hours} = 38.25",
      "ROUND({salary} / {hours} / 52, 2) < 30",
      'IF({bonus} > 1000, "high", "low") = "high"',
    ],
  },
];

describeEngine(
  "an employees' list on MariaDB",
  () => openEngine("mariadb"),
  (engine) => {
    it("is opened unchanged, and answers as memory does", async () => {
      for (const statement of STATEMENTS) await engine().execute(statement);
      const { socketPath, user, database } = engine().connection;
      const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
      const driver = await openMariadb(source, { driver: load("mysql2") });
      try {
        for (const table of TABLES) await expectSample(driver, table);
      } finally {
        await driver.close();
      }
      expect(TABLES.flatMap(({ formulas }) => formulas).length).toBeGreaterThan(30);
    });
  },
  { isOptional: true },
);
