import { StoreError } from "../../store.ts";
import type { Row } from "../driver.ts";
import { exceptionIn } from "./clickhouse-error.ts";

/**
 * A streaming parser for the format JSONCompact. Each row is one line, and the number of rows comes after them. A
 * truncated response is therefore detected, and so is an exception, wherever the server wrote it.
 */
export class AnswerReader {
  readonly #serverName: string;
  readonly #decoder = new TextDecoder();
  /** The incomplete last line. */
  #rest = "";
  #part: "head" | "rows" | "foot" = "head";
  #lines: string[] = [];
  #head = "";
  #foot = "";
  #count = 0;
  /** The indices of float64 columns: numbers that JSON lacks arrive as strings. */
  #floats: readonly number[] = [];

  constructor(serverName: string) {
    this.#serverName = serverName;
  }

  /** The number of rows available. */
  get size(): number {
    return this.#lines.length;
  }

  push(chunk: Uint8Array): void {
    this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Takes up to a number of available rows. */
  take(most: number): readonly Row[] {
    const lines = this.#lines.splice(0, most);
    if (lines.length === 0) return [];
    const last = lines.length - 1;
    lines[last] = withoutComma(lines[last] ?? "");
    const rows: unknown = this.#parse(`[${lines.join("")}]`);
    if (!Array.isArray(rows)) throw this.#broken();
    if (this.#floats.length > 0) for (const row of rows) this.#readFloats(row);
    return rows;
  }

  /** Ends the input, and checks that it was complete. */
  end(): void {
    this.#feed(`${this.#decoder.decode()}\n`);
    const foot = this.#part === "foot" ? this.#parse(`{"head": 0${this.#foot}`) : undefined;
    if (typeof foot !== "object" || foot === null) throw this.#broken();
    const exception: unknown = Reflect.get(foot, "exception");
    if (typeof exception === "string") throw this.#failed(exception);
    if (Number(Reflect.get(foot, "rows")) !== this.#count) throw this.#broken();
  }

  #feed(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (this.#part === "rows") {
      if (line.startsWith("\t\t[") && /\],?$/.test(line)) {
        this.#lines.push(line);
        this.#count++;
        return;
      }
      if (line === "") return;
      this.#part = "foot";
      // The end of the rows; any other line begins an exception.
      this.#foot = line.startsWith("\t]") ? line.slice(2) : line;
      return;
    }
    if (this.#part === "foot") {
      if (this.#foot.length < LONGEST_FOOT) this.#foot += `\n${line}`;
      return;
    }
    if (line === "\t[" && this.#head.endsWith('\t"data":\n')) this.#begin();
    else if (this.#head.length < LONGEST_HEAD) this.#head += `${line}\n`;
  }

  #begin(): void {
    this.#part = "rows";
    const head = this.#parse(this.#head.replace(/,\s*"data":\n$/, "}"));
    const meta: unknown =
      typeof head === "object" && head !== null ? Reflect.get(head, "meta") : [];
    if (!Array.isArray(meta)) throw this.#broken();
    this.#floats = meta.flatMap((column: unknown, index) => (isFloat(column) ? [index] : []));
  }

  #readFloats(row: unknown): void {
    if (!Array.isArray(row)) throw this.#broken();
    for (const index of this.#floats) {
      const cell: unknown = row[index];
      if (typeof cell === "string") row[index] = Number(cell.replace("inf", "Infinity"));
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#broken();
    }
  }

  #broken(): StoreError {
    return this.#failed(this.#head + this.#foot + this.#rest);
  }

  #failed(text: string): StoreError {
    const where = `${this.#serverName}: the answer broke off after ${this.#count} rows`;
    return exceptionIn(text, this.#serverName) ?? new StoreError("unavailable", where);
  }
}

/** Limits in characters: the foot must hold an exception, and the head the descriptions of many columns. */
const LONGEST_FOOT = 100_000;
const LONGEST_HEAD = 10_000_000;

function withoutComma(line: string): string {
  return line.endsWith(",") ? line.slice(0, -1) : line;
}

function isFloat(column: unknown): boolean {
  const type: unknown =
    typeof column === "object" && column !== null ? Reflect.get(column, "type") : undefined;
  return typeof type === "string" && /^(Nullable\()?Float/.test(type);
}
