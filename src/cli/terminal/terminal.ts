import { once } from "node:events";
import type { Diagnostic } from "../../source/diagnostic.ts";

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
  /** The line of the input, if each line has an answer. */
  readonly line?: number;
};

/** The output of a command. Results go to the standard output, everything else to the standard error. */
export class Terminal {
  readonly #color: ColorChoice;

  constructor(color: ColorChoice) {
    this.#color = color;
  }

  get colorsOutput(): boolean {
    return isColored(this.#color, process.stdout);
  }

  get colorsErrors(): boolean {
    return isColored(this.#color, process.stderr);
  }

  /** Whether messages go to a terminal, so that somebody sees them as they come. */
  get isWatched(): boolean {
    return process.stderr.isTTY === true && process.env.TERM !== "dumb";
  }

  /** Writes a part of the result; resolves when more may follow. */
  async write(text: string): Promise<void> {
    if (text === "") return;
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
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
    process.stderr.write(`${text}\n`);
  }
}

/** Whether to use colours. As in Node, the option decides first, then the environment, then the kind of stream. */
function isColored(color: ColorChoice, stream: NodeJS.WriteStream): boolean {
  if (color !== "auto") return color === "always";
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = process.env;
  if (force !== undefined) return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && term !== "dumb";
}
