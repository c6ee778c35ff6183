import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { callBack } from "../../data/stores/call-back.ts";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { type Bounds, LARGEST_SHARE, OPEN_PART } from "./bounds.ts";
import { Budget } from "./budget.ts";
import { breakOff, connectionOf, whenClosed } from "./connection.ts";
import { FormulaMemory } from "./formula-memory.ts";
import type { KeyHolder } from "./keyring.ts";
import { RequestContext, type Shares, setContext } from "./request-context.ts";

/**
 * Admission control: accepts requests within the bounds. Requests without a key cannot use the shares of those with
 * one.
 */
export class Admission {
  readonly #keys: Shares;
  readonly #strangers: Shares;
  readonly #stallMs: number | undefined;
  readonly #clock: Clock;
  /** The number of connections closed because their clients pipelined too many requests. */
  closedAhead = 0;

  /** @param stallMs how long a client may read nothing of its response */
  constructor(
    { requests, answerBytes, encoderBytes, workingBytes }: Bounds,
    stallMs?: number,
    clock: Clock = SYSTEM_CLOCK,
  ) {
    this.#keys = {
      holder: "key",
      requests: budgetOf(requests),
      answerBytes: budgetOf(answerBytes),
      encoderBytes: budgetOf(encoderBytes),
      formulas: new FormulaMemory(workingBytes, workingBytes * LARGEST_SHARE, clock),
      clock,
    };
    this.#strangers = {
      holder: "address",
      requests: budgetOf(requests * OPEN_PART),
      answerBytes: budgetOf(answerBytes * OPEN_PART),
      // Public pages are not compressed, and use no formulas.
      encoderBytes: budgetOf(0),
      formulas: new FormulaMemory(0, 0, clock),
      clock,
    };
    this.#stallMs = stallMs;
    this.#clock = clock;
  }

  /**
   * Waits until earlier responses on the connection were sent. Its reader is watched from then on.
   *
   * @throws `ProblemError` if the connection is closed
   */
  async arrive({ log, raw: { socket } }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const connection = connectionOf(socket);
    // Servers that we created have checked this already, and closed the connection.
    if (!connection.add(raw) && !socket.destroyed) {
      breakOff(socket);
      this.reportAhead(log);
    }
    connection.watch(this.#stallMs, this.#clock);
    await connection.waitForEarlier(raw);
  }

  /** Counts and logs a connection that was closed because its client pipelined too many requests. */
  reportAhead(log: FastifyBaseLogger): void {
    this.closedAhead++;
    callBack(() => log.warn("a client was too far ahead of its answers: its connection is closed"));
  }

  /**
   * Admits a request.
   *
   * @param key the holder of its key; `undefined` if it has none
   * @throws `ProblemError` if there are too many requests
   */
  admit(request: FastifyRequest, reply: FastifyReply, key: KeyHolder | undefined): void {
    const { socket } = request.raw;
    const context =
      key === undefined
        ? new RequestContext(this.#strangers, { id: socket.remoteAddress ?? "", weight: 1 })
        : new RequestContext(this.#keys, { id: key.id, weight: key.weight ?? 1 });
    setContext(request, context);
    whenClosed(reply.raw, socket, () => context.end());
  }
}

function budgetOf(all: number): Budget {
  return new Budget(all, all * LARGEST_SHARE);
}
