import { once } from "node:events";
import type { Diagnostic } from "../../../language/source/diagnostic.ts";
import type { Host, Output } from "./host.ts";

/** When to colour: on terminals, always or never. */
export type ColorChoice = "auto" | "always" | "never";

/** The output of `--json`: the result or the error, and the diagnostics of the formula. */
export type JsonAnswer = (
  | { readonly ok: true; readonly result: unknown; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly ok: false;
      readonly error: { readonly kind: string; readonly message: string };
      readonly diagnostics: readonly Diagnostic[];
    }
) & {
  /** The input line, if each line has its own result. */
  readonly line?: number;
};

/** Characters that control a terminal or are invisible, except for line breaks and tabs. */
const CONTROL = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The output of a command. Results go to standard output, everything else to standard error. */
export class Terminal {
  readonly #color: ColorChoice;
  readonly host: Host;

  constructor(color: ColorChoice, host: Host) {
    this.#color = color;
    this.host = host;
  }

  get colorsOutput(): boolean {
    return this.#isColored(this.host.stdout);
  }

  get colorsErrors(): boolean {
    return this.#isColored(this.host.stderr);
  }

  /** Whether messages go to a terminal. */
  get isWatched(): boolean {
    const { stderr, env } = this.host;
    return stderr.isTTY === true && env.TERM !== "dumb";
  }

  /** The width of the results' terminal; `undefined` without one. */
  get outputWidth(): number | undefined {
    const { stdout } = this.host;
    return stdout.isTTY === true ? stdout.columns || 80 : undefined;
  }

  /**
   * Escapes a part of a result if it goes to a terminal, which control characters would affect.
   *
   * @param isJson whether to use JSON's escape sequences
   */
  harmless(text: string, isJson = false): string {
    if (this.outputWidth === undefined) return text;
    return text.replace(CONTROL, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return isJson && code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\u{${code}}`;
    });
  }

  /** Writes a part of the result; resolves when more may follow. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    const { stdout } = this.host;
    if (!stdout.write(chunk)) await once(stdout, "drain");
  }

  /** Writes lines of the result. */
  async print(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  async printJson(answer: JsonAnswer): Promise<void> {
    await this.print(JSON.stringify(answer));
  }

  /** Writes a message, which is not part of the result. */
  say(text: string): void {
    // Unread messages must not exhaust the memory.
    const { stderr } = this.host;
    if (stderr.writableLength < MOST_UNREAD) stderr.write(`${text}\n`);
  }

  /** Whether to use colours. As in Node, the option decides first, then the environment, then the kind of stream. */
  #isColored(stream: Output): boolean {
    if (this.#color !== "auto") return this.#color === "always";
    const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = this.host.env;
    if (force !== undefined) return force !== "0" && force !== "false";
    if (no !== undefined && no !== "") return false;
    return stream.isTTY === true && term !== "dumb";
  }
}

/** The most bytes of unread messages. */
const MOST_UNREAD = 1_048_576;
