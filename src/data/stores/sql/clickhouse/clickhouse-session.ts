import { namedParameters } from "../../../adapters/named-parameters.ts";
import type { StoreError } from "../../store.ts";
import type { Statement } from "../driver.ts";
import { type Batch, hasAtMost, type SelectCursor, type Session } from "../sessions/session.ts";
import { withinLimit } from "../sessions/statement-limits.ts";
import type { ClickHouseClient, ClickHouseSettings, ResponseStream } from "./clickhouse-client.ts";
import { clickhouseError } from "./clickhouse-error.ts";
import { AnswerReader } from "./clickhouse-response.ts";

/** Numbers keep all their digits, and a query ends when its reader disconnects. */
const READING: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  output_format_write_statistics: 0,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Numbers of rows in JSON are read exactly. By default, the last bit of one in four is wrong. */
const WRITING: ClickHouseSettings = { precise_float_parsing: 1 };

/** A session of ClickHouse: one persistent HTTP connection. */
export class ClickHouseSession implements Session {
  readonly #client: ClickHouseClient;
  readonly #serverName: string;
  readonly #timeoutMs: number;
  #isBroken = false;

  constructor(client: ClickHouseClient, serverName: string, timeoutMs: number) {
    this.#client = client;
    this.#serverName = serverName;
    this.#timeoutMs = timeoutMs;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  select(statement: Statement, batchRows: number): SelectCursor {
    const controller = new AbortController();
    let answer: Promise<ResponseRows> | undefined;
    return {
      next: async () => {
        answer ??= this.#ask(statement, batchRows, controller.signal);
        try {
          return await (await answer).next();
        } catch (error) {
          throw this.#error(error);
        }
      },
      close: () => {
        controller.abort();
        if (answer === undefined) return;
        const closed = answer.then(
          (begun) => begun.close(),
          () => undefined,
        );
        return withinLimit(closed).catch(() => {
          this.#isBroken = true;
        });
      },
    };
  }

  /** Runs a statement without a result; `body` holds rows to insert. */
  async command(query: string, body?: unknown): Promise<void> {
    try {
      const { stream } = await this.#client.exec({
        query,
        ...(body === undefined ? {} : { values: body, clickhouse_settings: WRITING }),
      });
      for await (const _ of stream);
    } catch (error) {
      throw this.#error(error);
    }
  }

  async #ask(statement: Statement, batchRows: number, signal: AbortSignal): Promise<ResponseRows> {
    // The server's limit includes the time of a slow reader, so it is only set if the result is a single batch.
    const seconds = Math.ceil(this.#timeoutMs / 1_000) + 1;
    const limit = hasAtMost(batchRows, statement) ? { max_execution_time: seconds } : {};
    const { stream } = await this.#client.exec({
      query: `${statement.text}\nFORMAT JSONCompact`,
      query_params: namedParameters(statement),
      clickhouse_settings: { ...READING, ...limit },
      abort_signal: signal,
    });
    return new ResponseRows(stream, new AnswerReader(this.#serverName), batchRows);
  }

  #error(error: unknown): StoreError {
    const known = clickhouseError(error, this.#serverName);
    // The next statement gets a new connection.
    if (known.code === "unavailable") this.#isBroken = true;
    return known;
  }

  async end(): Promise<void> {
    this.#isBroken = true;
    await this.#client.close().catch(() => undefined);
  }
}

/** The rows of a response body, read on demand. */
class ResponseRows {
  readonly #stream: ResponseStream;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #reader: AnswerReader;
  readonly #batchRows: number;
  #isOver = false;

  constructor(stream: ResponseStream, reader: AnswerReader, batchRows: number) {
    this.#stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#reader = reader;
    this.#batchRows = batchRows;
    // The stream may fail after its reader has left.
    stream.on("error", () => undefined);
  }

  async next(): Promise<Batch> {
    while (!this.#isOver && this.#reader.size < this.#batchRows) {
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        this.#reader.end();
        this.#isOver = true;
      } else {
        this.#reader.push(value);
      }
    }
    const rows = this.#reader.take(this.#batchRows);
    return { rows, isLast: this.#isOver && this.#reader.size === 0 };
  }

  /** Disconnects, which ends the statement on the server. */
  close(): void {
    if (!this.#isOver) this.#stream.destroy();
  }
}
