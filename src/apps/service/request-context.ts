import type { FastifyRequest } from "fastify";
import type { Clock } from "../../data/stores/clock.ts";
import { weightOf } from "../../data/stores/fair-queue.ts";
import type { FormulaWeight } from "../../data/stores/formula-weight.ts";
import { loopQueue } from "../../data/stores/loop-queue.ts";
import type { Store, StoreCall } from "../../data/stores/store.ts";
import { STORE_LIMITS } from "../../data/stores/store-limits.ts";
import { TimeSlice } from "../../data/stores/time-slice.ts";
import type { Owner } from "../../data/summary/index.ts";
import type { Budget, Refusal } from "./budget.ts";
import type { FormulaMemory, Overgrown } from "./formula-memory.ts";
import { ProblemError } from "./http-problem.ts";
import { SERVICE_LIMITS } from "./limits.ts";
import type { FormulaWarning } from "./response/formula-warnings.ts";

/** The resources shared by requests of one kind: those with a key, or those without. */
export interface Shares {
  /** The word for their holders in messages. */
  readonly holder: "key" | "address";
  readonly requests: Budget;
  readonly answerBytes: Budget;
  readonly encoderBytes: Budget;
  readonly formulas: FormulaMemory;
  readonly clock: Clock;
}

type StoreTimeout = Pick<Store, "timeoutMs">;

/** The abort reason if the response is no longer needed. It is shared, since errors record their stacks. */
const GONE = new ProblemError("bad-request", "the client went away");

/** The resources that a request holds. They are released when its response has ended or its connection is closed. */
export class RequestContext {
  /** The key of the request, or the client's address without one. */
  readonly holder: Owner;
  /** For each call of a store, and each time slice: they share the meter, and thus a time limit. */
  readonly call: StoreCall & { readonly signal: AbortSignal; readonly owner: Owner };
  /** The warnings of the formulas so far. */
  readonly warnings: FormulaWarning[] = [];
  readonly #shares: Shares;
  #answerBytes = 0;
  #orderBytes = 0;
  #encoderBytes = 0;
  readonly #formulas: FormulaWeight[] = [];
  readonly #over = new AbortController();
  #isOver = false;

  /** @throws {@link ProblemError} if the holder, or all holders together, have too many concurrent requests */
  constructor(shares: Shares, holder: Owner) {
    this.#shares = shares;
    this.holder = holder;
    const hold = (bytes: number): void => this.#holdOrder(bytes);
    this.call = { signal: this.signal, owner: holder, meter: { usedMs: 0 }, hold };
    const refusal = shares.requests.take(holder, 1);
    if (refusal !== undefined) throw this.#refused(refusal, "too many requests are at work");
  }

  /**
   * Reserves memory for the response, before it is written.
   *
   * @param bytes the size of the unsent response
   * @param what the message of the problem
   * @throws {@link ProblemError} if the holder, or all holders together, have too much, or if no response may be so large
   */
  hold(bytes: number, what = "the answers under way are too large"): void {
    const more = bytes - this.#answerBytes;
    if (this.#isOver || more <= 0) return;
    this.#take(more, "the answer takes too much memory", what);
    this.#answerBytes = bytes;
  }

  /** Reserves memory for the order of records, or releases a part of it. */
  #holdOrder(bytes: number): void {
    const more = bytes - this.#orderBytes;
    if (this.#isOver || more === 0) return;
    if (more < 0) this.#shares.answerBytes.give(this.holder, -more);
    else this.#take(more, "the order takes too much memory", "the orders at work are too large");
    this.#orderBytes = bytes;
  }

  /**
   * @param alone the message if no request may have so much
   * @param together the message if requests have too much together
   */
  #take(more: number, alone: string, together: string): void {
    const { answerBytes } = this.#shares;
    const mine = this.#answerBytes + this.#orderBytes;
    if (mine + more > answerBytes.all) throw tooLarge(alone);
    const refusal = answerBytes.take(this.holder, more, mine);
    if (refusal !== undefined) throw this.#refused(refusal, together);
  }

  /** Releases memory, except for the bytes that are still unsent. */
  keep(bytes: number): void {
    const less = this.#answerBytes - bytes;
    if (this.#isOver || less <= 0) return;
    this.#shares.answerBytes.give(this.holder, less);
    this.#answerBytes = bytes;
  }

  /** Reserves memory for a compressor. Returns false if there is not enough. */
  holdEncoder(bytes: number): boolean {
    if (this.#isOver || this.#shares.encoderBytes.take(this.holder, bytes) !== undefined)
      return false;
    this.#encoderBytes += bytes;
    return true;
  }

  /**
   * Reserves memory for a formula. It may grow too large later, which aborts the signal.
   *
   * @throws {@link ProblemError} if the formulas of the holder, or of all holders together, take too much
   */
  holdFormula(weight: FormulaWeight): void {
    if (this.#isOver) return;
    const refusal = this.#shares.formulas.take(this.holder, weight, this);
    if (refusal !== undefined) throw this.#refused(refusal, "the formulas at work are too large");
    this.#formulas.push(weight);
  }

  /** A time slice for work of the service itself, with the time limit of a store's queries. */
  slice({ timeoutMs = STORE_LIMITS.queryMs }: StoreTimeout = {}, isAdmitted = false): TimeSlice {
    const { signal, owner, meter } = this.call;
    const { clock } = this.#shares;
    return new TimeSlice({ signal, owner, meter, timeoutMs, isAdmitted, clock });
  }

  /** Aborts when the response has ended, the client is gone, or the request must end for another reason. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * Waits until the event loop has time for work.
   *
   * @throws {@link ProblemError} if too much work of the holder is waiting already, or if the client is gone
   */
  async takeTurn(): Promise<void> {
    const most = SERVICE_LIMITS.waiting * weightOf(this.holder);
    if (loopQueue.waitingOf(this.holder) >= most) {
      throw this.#refused("own", "too many requests are waiting");
    }
    await loopQueue.enter(this.holder, this.signal);
    this.signal.throwIfAborted();
  }

  stop(reason: Overgrown): void {
    const problem =
      reason === "alone"
        ? new ProblemError("too-costly", "the patterns of the formula take too much memory")
        : this.#refused("own", "the formulas at work have become too large");
    this.#over.abort(problem);
  }

  end(): void {
    this.keep(0);
    this.#holdOrder(0);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#over.abort(GONE);
    for (const weight of this.#formulas) this.#shares.formulas.give(this.holder, weight, this);
    this.#shares.requests.give(this.holder, 1);
    this.#shares.encoderBytes.give(this.holder, this.#encoderBytes);
  }

  #refused(refusal: Refusal, reason: string): ProblemError {
    if (refusal === "all") {
      return new ProblemError("overloaded", `${reason}, of all clients together`);
    }
    const detail = `${reason}, of this ${this.#shares.holder}: ask for less at once`;
    return new ProblemError("too-many-requests", detail);
  }
}

/** The problem of an answer that is too large whenever it is asked for. */
export function tooLarge(message: string): ProblemError {
  const help = "narrow the filter, or ask for fewer groups, records or fields at once";
  return new ProblemError("invalid-query", message, [{ code: "too-large", message, help }]);
}

const contexts = new WeakMap<FastifyRequest, RequestContext>();

export function setContext(request: FastifyRequest, context: RequestContext): void {
  contexts.set(request, context);
}

/** The warnings of the formulas of a request; none if it was not admitted. */
export function warningsOf(request: FastifyRequest): readonly FormulaWarning[] {
  return contexts.get(request)?.warnings ?? [];
}

/** The context of an admitted request. */
export function contextOf(request: FastifyRequest): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error("the request was not admitted");
  return context;
}
