import { isMainThread } from "node:worker_threads";
import type { SqlParameter } from "../../test/engines/engine.ts";
import { load } from "../../test/engines/install.ts";
import type { Forms } from "../peers/peer.ts";
import { byHand } from "../sql-by-hand.ts";
import { carColumns, type Kind, ROW } from "./car-columns.ts";
import type { Variant } from "./engine.ts";

interface Session {
  query(sql: string): string;
  queryAsync(sql: string): Promise<unknown>;
  queryBindAsync(
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    options: { readonly format: string },
  ): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}

interface Chdb {
  readonly Session: new (
    path: string,
    options: { readonly connectionArgs: readonly string[] },
  ) => Session;
}

const TYPES: Readonly<Record<Kind, string>> = {
  text: "String",
  "repeated text": "LowCardinality(String)",
  "whole number": "Int32",
  number: "Float64",
  "number or blank": "Nullable(Float64)",
};

/** AND reads the texts of every row, but `if` only those of the remaining rows. */
const inSteps: Partial<Forms<string>> = {
  F3: "if(`country` = 'Italy' AND `price` < 50000 AND `year` >= 2020 AND `tax` IS NOT NULL, position(`optionCodes`, 'AD15') > 0, 0)",
  F4: "if(position(`title`, 'Long Range') > 0, position(`optionCodes`, 'AD15') > 0, 0)",
};

const rowsAtOnce = 100_000;

/**
 * The library chdb, in this process, on one thread, with a table of the engine Memory. Of the binary formats, `Native`
 * took the least time.
 */
export const clickHouse: Variant = {
  name: "ClickHouse",
  async start(cars) {
    if (!isMainThread) throw new Error("chdb does not survive threads: it needs a process's first");
    const { Session } = load<Chdb>("chdb");
    const session = new Session("", { connectionArgs: ["--max_threads=1"] });
    const definitions = carColumns.map(([name, kind]) => `\`${name}\` ${TYPES[kind]}`);
    await session.queryAsync(
      `CREATE TABLE cars (\`${ROW}\` UInt32, ${definitions.join(", ")}) ENGINE = Memory`,
    );
    for (let first = 0; first < cars.length; first += rowsAtOnce) {
      const lines = cars
        .slice(first, first + rowsAtOnce)
        .map((car, index) =>
          JSON.stringify([first + index, ...carColumns.map(([name]) => car[name])]),
        );
      await session.queryAsync(`INSERT INTO cars FORMAT JSONCompactEachRow\n${lines.join("\n")}`);
    }

    return {
      version: session.query("SELECT version()").replaceAll(/["\s]/g, ""),
      prepare({ id }) {
        const condition = inSteps[id];
        const { where, params } =
          condition === undefined ? byHand("clickhouse", id) : { where: condition, params: [] };
        const parameters = Object.fromEntries(
          params.map((value, index) => [`p${index + 1}`, value] as const),
        );
        const query = async (what: string): Promise<Uint32Array> => {
          const sql = `SELECT ${what} FROM cars WHERE ${where}`;
          const result = await session.queryBindAsync(sql, parameters, { format: "Native" });
          return readNumbers(result.bytes());
        };
        return {
          rows: () => query(`\`${ROW}\``),
          count: async () => (await query("toUInt32(count())"))[0] ?? Number.NaN,
        };
      },
      close: async () => session.close(),
    };
  },
};

/**
 * Reads a column of UInt32 in the format Native: blocks with the numbers of columns and rows, a name, a type and the
 * values.
 */
function readNumbers(bytes: Uint8Array): Uint32Array {
  const blocks: Uint8Array[] = [];
  let at = 0;
  const whole = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("the answer ends too early");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const skipText = (): void => {
    const length = whole();
    at += length;
  };
  let size = 0;
  while (at < bytes.length) {
    whole();
    const rows = whole();
    skipText();
    skipText();
    blocks.push(bytes.subarray(at, at + 4 * rows));
    at += 4 * rows;
    size += 4 * rows;
  }
  const numbers = new Uint8Array(size);
  let end = 0;
  for (const block of blocks) {
    numbers.set(block, end);
    end += block.length;
  }
  return new Uint32Array(numbers.buffer);
}
