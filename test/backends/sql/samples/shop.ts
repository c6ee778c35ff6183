import { defineSchema } from "../../../../src/index.ts";
import type { ColumnMapping, RecordSource } from "../../../../src/sql.ts";
import { amount, between, type Cell, insert, missingEach, pick, timeAfter } from "./rows.ts";

/** The engines that have the types of the shop, or something near. */
export const SHOP_ENGINES = ["sqlite", "duckdb", "postgres", "mariadb"] as const;

export type ShopEngine = (typeof SHOP_ENGINES)[number];

type Kind =
  | "uuid"
  | "text"
  | "citext"
  | "json"
  | "money"
  | "bigint"
  | "integer"
  | "boolean"
  | "time"
  | "enum";

const TYPES: Readonly<Record<Exclude<Kind, "enum">, Readonly<Record<ShopEngine, string>>>> = {
  uuid: { sqlite: "text", duckdb: "uuid", postgres: "uuid", mariadb: "uuid" },
  text: { sqlite: "text", duckdb: "varchar", postgres: "text", mariadb: "varchar(80)" },
  citext: {
    sqlite: "text",
    duckdb: "varchar",
    postgres: "citext",
    mariadb: "varchar(80) COLLATE utf8mb4_general_ci",
  },
  json: { sqlite: "text", duckdb: "json", postgres: "jsonb", mariadb: "json" },
  money: {
    sqlite: "real",
    duckdb: "decimal(12,2)",
    postgres: "numeric(12,2)",
    mariadb: "decimal(12,2)",
  },
  bigint: { sqlite: "integer", duckdb: "bigint", postgres: "bigint", mariadb: "bigint" },
  integer: { sqlite: "integer", duckdb: "integer", postgres: "integer", mariadb: "int" },
  boolean: { sqlite: "boolean", duckdb: "boolean", postgres: "boolean", mariadb: "boolean" },
  time: {
    sqlite: "timestamp",
    duckdb: "timestamp",
    postgres: "timestamptz",
    mariadb: "datetime(3)",
  },
};

type Value = Exclude<Cell, object> | Readonly<Record<string, unknown>>;

interface ShopColumn {
  readonly kind: Kind;
  readonly value: (n: number) => Value | null;
  readonly isNullable?: boolean;
  readonly references?: string;
  readonly labels?: readonly string[];
}

interface ShopTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: Readonly<Record<string, ShopColumn>>;
  /** Formulas that users of the table might write, on every engine. */
  readonly formulas: readonly string[];
}

/** The key of a row. Keys are in another order than the rows, and differ between tables. */
function uuid(table: TableName, n: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  const head = hex((n * 0x9e3779b1) % 2 ** 32, 8);
  return `${head}-${hex(Object.keys(COUNTS).indexOf(table), 4)}-4000-8000-${hex(n, 12)}`;
}

const KINDS = ["new", "paid", "shipped", "returned"] as const;
const START = "2024-01-01";

const COUNTS = {
  tenant: 3,
  customer: 40,
  address: 50,
  category: 8,
  product: 30,
  supplier: 6,
  supply: 40,
  warehouse: 4,
  stock: 60,
  orders: 120,
  order_line: 240,
  payment: 100,
} as const;

type TableName = keyof typeof COUNTS;

const given = (kind: Kind, value: ShopColumn["value"]): ShopColumn => ({ kind, value });
const maybe = (every: number, column: ShopColumn): ShopColumn => ({
  ...column,
  isNullable: true,
  value: (n) => missingEach(every, n, column.value(n)),
});
const label = <const L extends readonly [string, ...string[]]>(
  labels: L,
  salt = 1,
): ShopColumn => ({
  kind: "enum",
  labels,
  value: (n) => pick(labels, n, salt),
});
const time = (seconds: number): ShopColumn => given("time", (n) => timeAfter(START, n * seconds));
const money = (most: number): ShopColumn => given("money", (n) => amount(1, most, n, most));

/** A shop of several tenants: twelve tables, as data. */
function tablesOf(scale: number): readonly ShopTable[] {
  const rowsOf = (table: TableName): number => COUNTS[table] * (BIG.has(table) ? scale : 1);
  const references = (to: TableName, salt = 1): ShopColumn => ({
    kind: "uuid",
    references: to,
    value: (n) => uuid(to, between(1, rowsOf(to), n, salt)),
  });
  const table = (
    name: TableName,
    columns: ShopTable["columns"],
    formulas: readonly string[],
  ): ShopTable => ({
    name,
    rows: rowsOf(name),
    columns: { id: given("uuid", (n) => uuid(name, n)), ...columns },
    formulas,
  });
  return [
    table("tenant", { name: given("citext", (n) => ["Acme", "Globex", "acme"][n - 1] ?? "") }, [
      '{name} = "acme"',
      '{name} < "a"',
    ]),
    table(
      "customer",
      {
        tenant_id: references("tenant", 2),
        email: given("citext", (n) => `${pick(["Ana", "ana", "Björn", "O'Neill"], n)}.${n}@x.org`),
        country: maybe(
          9,
          given("text", (n) => pick(["Italy", "Spain", "Österreich"], n, 3)),
        ),
        tier: label(["free", "plus", "pro"], 4),
        profile: maybe(
          5,
          given("json", (n) => ({ age: between(18, 90, n), tags: ["a?b", "$1"] })),
        ),
      },
      [
        '{tier} = "pro"',
        'STARTS_WITH({email}, "Ana")',
        'AND({country} != "Italy", {country} != BLANK())',
        'FIND("$1", {profile}) > 0',
        `{tenant_id} = "${uuid("tenant", 1)}"`,
      ],
    ),
    table(
      "address",
      {
        customer_id: references("customer", 5),
        city: given("text", (n) => pick(["Roma", "Sevilla", "Wien", ""], n, 6)),
        zip: given("text", (n) => `0${between(1000, 9999, n)}`),
      },
      ['{city} = "Roma"', "{city} = BLANK()", 'STARTS_WITH({zip}, "01")'],
    ),
    table(
      "category",
      {
        parent_id: {
          ...references("category"),
          isNullable: true,
          value: (n) => (n < 3 ? null : uuid("category", n >> 1)),
        },
        name: given("text", (n) => pick(["Tea", "Coffee", "Cups"], n) + n),
      },
      ["{parent_id} = BLANK()", 'CONTAINS({name}, "Tea")'],
    ),
    table(
      "product",
      {
        tenant_id: references("tenant", 7),
        category_id: references("category", 8),
        sku: given("citext", (n) => `${pick(["AB", "ab", "Ab"], n)}-${n}`),
        price: money(90),
        specs: given("json", (n) => ({ weight: n, colour: pick(["red", "blue"], n, 2) })),
        discontinued: given("boolean", (n) => n % 7 === 0),
      },
      [
        "{discontinued}",
        "AND({price} > 20, {price} <= 60.5)",
        'STARTS_WITH({sku}, "ab-")',
        'CONTAINS({specs}, "red")',
      ],
    ),
    table("supplier", { name: given("text", (n) => `Supplier ${n}`), since: time(2_000_000) }, [
      '{name} > "Supplier 3"',
      "MONTH({since}) = 2",
    ]),
    table(
      "supply",
      {
        product_id: references("product", 9),
        supplier_id: references("supplier", 10),
        cost: maybe(6, money(50)),
      },
      ["{cost} = BLANK()", "{cost} * 2 > 50"],
    ),
    table(
      "warehouse",
      {
        city: given("text", (n) => pick(["Roma", "Wien"], n)),
        capacity: given("bigint", (n) => 2 ** 40 + n),
      },
      [`{capacity} > ${2 ** 40 + 2}`],
    ),
    table(
      "stock",
      {
        product_id: references("product", 11),
        warehouse_id: references("warehouse", 12),
        quantity: given("bigint", (n) => between(-5, 500, n)),
      },
      ["{quantity} < 0", "MOD({quantity}, 2) = 0"],
    ),
    table(
      "orders",
      {
        tenant_id: references("tenant", 13),
        customer_id: references("customer", 14),
        number: given("bigint", (n) => 9_000_000_000 + n),
        status: label(KINDS, 15),
        total: maybe(11, money(900)),
        placed_at: time(77_777),
        meta: maybe(
          8,
          given("json", (n) => ({
            ...(n % 5 === 0 ? {} : { channel: pick(["web", "app", "shop's", "a?b"], n, 16) }),
            gift: n % 3 === 0,
            utm: { source: pick(["mail", "ad"], n, 17) },
          })),
        ),
      },
      [
        'OR({status} = "new", {status} = "paid")',
        "{total} >= 450.5",
        "{number} = 9000000007",
        'IS_SAME({placed_at}, "2024-02-01", "month")',
        "{meta} = BLANK()",
      ],
    ),
    table(
      "order_line",
      {
        order_id: references("orders", 18),
        product_id: references("product", 19),
        quantity: given("integer", (n) => between(1, 9, n, 20)),
        price: money(80),
      },
      ["{quantity} * {price} > 200", "{quantity} = 1"],
    ),
    table(
      "payment",
      {
        order_id: references("orders", 21),
        amount: money(800),
        paid_at: maybe(10, time(99_999)),
        method: label(["card", "invoice"], 22),
      },
      ["{paid_at} = BLANK()", 'AND({method} = "card", {amount} < 400)', "HOUR({paid_at}) < 6"],
    ),
  ];
}

const BIG: ReadonlySet<string> = new Set<TableName>(["orders", "order_line", "payment"]);

export const SHOP: readonly ShopTable[] = tablesOf(1);

/** The statements that make the shop. @param scale by how much larger the orders are */
export function shopStatements(engine: ShopEngine, scale = 1): readonly string[] {
  const hasTypes = engine === "postgres" || engine === "duckdb";
  const statements = engine === "postgres" ? ["CREATE EXTENSION IF NOT EXISTS citext"] : [];
  for (const { name, rows, columns } of tablesOf(scale)) {
    const all = Object.entries(columns);
    const lines = all.map(([column, { kind, labels = [], isNullable, references }]) => {
      const texts = labels.map((one) => `'${one}'`).join(", ");
      const type = kind === "enum" ? `${name}_${column}` : TYPES[kind][engine];
      if (kind === "enum" && hasTypes) statements.push(`CREATE TYPE ${type} AS ENUM (${texts})`);
      const own =
        kind !== "enum" || hasTypes ? type : engine === "mariadb" ? `enum(${texts})` : "text";
      return [
        `${column} ${own}`,
        column === "id" ? "PRIMARY KEY" : "",
        isNullable === true ? "" : "NOT NULL",
        kind === "enum" && own === "text" ? `CHECK (${column} IN (${texts}))` : "",
        references === undefined ? "" : `REFERENCES ${references} (id)`,
      ]
        .filter((part) => part !== "")
        .join(" ");
    });
    statements.push(`CREATE TABLE ${name} (${lines.join(", ")})`);
    const names = all.map(([column]) => column).join(", ");
    const cells = (n: number) => all.map(([, column]) => cellOf(column, n, engine));
    // DuckDB checks the references of a statement against the rows before it.
    const isOneByOne = all.some(([, { references }]) => references === name);
    statements.push(
      ...(isOneByOne
        ? Array.from({ length: rows }, (_, at) => insert(name, names, 1, () => cells(at + 1)))
        : [insert(name, names, rows, cells)]),
    );
  }
  return [...statements, ...indexesOf(engine)];
}

function cellOf({ kind, value }: ShopColumn, n: number, engine: ShopEngine): Cell {
  const cell = value(n);
  if (typeof cell === "object" && cell !== null) return JSON.stringify(cell);
  if (kind !== "time" || cell === null) return cell;
  if (engine === "sqlite") return `${String(cell).replace(" ", "T")}.000Z`;
  return engine === "postgres" ? `${cell}+00` : cell;
}

/** What a JSON document has at a path of names, as a text. */
function jsonText(engine: ShopEngine, column: string, ...path: readonly string[]): string {
  switch (engine) {
    case "postgres":
      return `${column}${path.map((name, at) => `${at === path.length - 1 ? "->>" : "->"}'${name}'`).join("")}`;
    case "mariadb":
      return `json_value(${column}, '$.${path.join(".")}')`;
    case "sqlite":
    case "duckdb":
      return `${column}->>'$.${path.join(".")}'`;
  }
}

/** MariaDB has no indexes of expressions, but those of generated columns; DuckDB has none of parts of documents. */
function indexesOf(engine: ShopEngine): readonly string[] {
  if (engine === "duckdb") return [];
  const channel = jsonText(engine, "meta", "channel");
  const on = "CREATE INDEX orders_by_channel ON orders";
  if (engine !== "mariadb") return [`${on} (tenant_id, (${channel}))`];
  return [
    `ALTER TABLE orders ADD channel varchar(20) AS (${channel})`,
    `${on} (tenant_id, channel)`,
  ];
}

/** A list of orders over several tables: a join, paths of documents, a count of other rows, and a truth. */
export const ORDERS = defineSchema({
  id: { type: "text", key: true },
  tenant: "text",
  number: "number",
  status: "text",
  total: "number",
  placedAt: "date",
  country: "text",
  email: "text",
  channel: "text",
  source: "text",
  lines: "number",
  isOpen: "boolean",
  largestPayment: "number",
});

/** Where an engine has the list. */
export function ordersSource(engine: ShopEngine): RecordSource {
  const isInteger = engine === "sqlite" || engine === "mariadb";
  const typeOf = (kind: Exclude<Kind, "enum">): string => TYPES[kind][engine];
  const column = (name: string, kind: Exclude<Kind, "enum">, notNull = true): ColumnMapping => ({
    column: name,
    storage: typeOf(kind),
    notNull,
  });
  return {
    from: "orders o JOIN customer c ON c.id = o.customer_id LEFT JOIN tenant t ON t.id = o.tenant_id",
    table: "o",
    columns: {
      id: column("id", "uuid"),
      tenant: { sql: "t.name", storage: typeOf("citext").split(" ")[0] ?? "" },
      number: column("number", "bigint"),
      status: engine === "sqlite" ? { notNull: true } : { storage: "enum", notNull: true },
      total: column("total", "money", false),
      placedAt: engine === "sqlite" ? { column: "placed_at" } : column("placed_at", "time"),
      country: { sql: "c.country" },
      email: { sql: engine === "postgres" ? "lower(c.email::text)" : "lower(c.email)" },
      channel: { sql: engine === "mariadb" ? "o.channel" : jsonText(engine, "o.meta", "channel") },
      source: { sql: jsonText(engine, "o.meta", "utm", "source") },
      lines: {
        sql: "(SELECT count(*) FROM order_line l WHERE l.order_id = o.id)",
        storage: typeOf("bigint"),
        notNull: true,
        range: [0, 1_000],
      },
      isOpen: {
        sql: "o.status IN ('new', 'paid')",
        storage: isInteger ? "integer" : "boolean",
        notNull: true,
      },
      largestPayment: {
        sql: "(SELECT max(p.amount) FROM payment p WHERE p.order_id = o.id)",
        storage: typeOf("money"),
      },
    },
  };
}

/** The list as the data of the tables say it. */
export function ordersInMemory(scale = 1): readonly Readonly<Record<string, unknown>>[] {
  const rows = new Map(tablesOf(scale).map((table) => [table.name, rowsOf(table)]));
  const all = (name: TableName): readonly ShopRow[] => rows.get(name) ?? [];
  const one = (name: TableName, id: unknown): ShopRow =>
    all(name).find((row) => row.id === id) ?? {};
  return all("orders").map((order) => {
    const customer = one("customer", order.customer_id);
    const meta = Object(order.meta);
    const payments = all("payment").filter((row) => row.order_id === order.id);
    return {
      id: order.id,
      tenant: one("tenant", order.tenant_id).name,
      number: order.number,
      status: order.status,
      total: order.total,
      placedAt: new Date(`${order.placed_at}Z`),
      country: customer.country,
      email: String(customer.email).toLowerCase(),
      channel: meta.channel ?? null,
      source: meta.utm?.source ?? null,
      lines: all("order_line").filter((row) => row.order_id === order.id).length,
      isOpen: order.status === "new" || order.status === "paid",
      largestPayment:
        payments.length === 0 ? null : Math.max(...payments.map(({ amount }) => Number(amount))),
    };
  });
}

type ShopRow = Readonly<Record<string, unknown>>;

function rowsOf({ rows, columns }: ShopTable): readonly ShopRow[] {
  return Array.from({ length: rows }, (_, at) =>
    Object.fromEntries(Object.entries(columns).map(([name, { value }]) => [name, value(at + 1)])),
  );
}
