// This folder declares commands, reads their arguments and writes their help.

import type { Terminal } from "../terminal/terminal.ts";

/** A positional argument. */
export interface Operand {
  readonly description: string;
  readonly optional?: boolean;
  /** Whether it may be repeated. At most one operand of a command may. */
  readonly repeats?: boolean;
  readonly choices?: readonly string[];
  /** Whether shells complete it with file names. */
  readonly isFile?: boolean;
}

interface FlagOption {
  readonly type: "flag";
  readonly description: string;
}

interface ValueOption {
  /** The placeholder for the value in help. */
  readonly value: string;
  readonly description: string;
}

interface TextOption extends ValueOption {
  readonly type: "text";
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Whether it may be repeated. */
  readonly repeats?: boolean;
  readonly isFile?: boolean;
}

interface NumberOption extends ValueOption {
  /** An integer. */
  readonly type: "number";
  readonly least: number;
  readonly most?: number;
  readonly default?: number;
}

export type Option = FlagOption | TextOption | NumberOption;

export type Operands = Readonly<Record<string, Operand>>;
export type Options = Readonly<Record<string, Option>>;

/** An example in help. */
interface CommandExample {
  readonly command: string;
  readonly explanation: string;
}

type Base<O extends Option> = O extends { readonly choices: readonly (infer C)[] }
  ? C
  : O extends { readonly type: "number" }
    ? number
    : string;

type ValueOf<O extends Option> = O extends { readonly type: "flag" }
  ? boolean
  : O extends { readonly repeats: true }
    ? readonly string[]
    : O extends { readonly default: string | number }
      ? Base<O>
      : Base<O> | undefined;

type OperandOf<P extends Operand> = P extends { readonly repeats: true }
  ? readonly string[]
  : SingleOperandOf<P>;

type SingleOperandOf<P extends Operand> =
  | (P extends { readonly choices: readonly (infer C)[] } ? C : string)
  | (P extends { readonly optional: true } ? undefined : never);

/** A call of a command, typed by its declaration. */
export interface Call<P extends Operands, O extends Options> {
  readonly operands: { readonly [K in keyof P]: OperandOf<P[K]> };
  readonly options: { readonly [K in keyof O]: ValueOf<O[K]> };
  readonly terminal: Terminal;
}

interface CommandDeclaration<P extends Operands, O extends Options> {
  /** One word, or two such as `keys create`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The description, in paragraphs. */
  readonly details?: readonly string[];
  readonly operands: P;
  readonly options: O;
  readonly examples: readonly CommandExample[];
}

/** A command without the types of its declaration, for help, completion and the parser. */
export interface Command extends CommandDeclaration<Operands, Options> {
  /** Resolves with the exit code. */
  run(call: UntypedCall): Promise<number>;
}

/** The parsed arguments of a command. */
export interface UntypedCall {
  readonly operands: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly options: Readonly<
    Record<string, boolean | number | string | readonly string[] | undefined>
  >;
  readonly terminal: Terminal;
}

/** Declares a command. Its calls are typed by the declaration. */
export function defineCommand<const P extends Operands, const O extends Options>(
  declaration: CommandDeclaration<P, O> & { readonly run: (call: Call<P, O>) => Promise<number> },
): Command {
  const { run, ...rest } = declaration;
  // The parser guarantees the declared types.
  return { ...rest, run: (call) => run(call as Call<P, O>) };
}

/** The options of every command. */
export const COMMON_OPTIONS = {
  color: {
    type: "text",
    value: "when",
    choices: ["auto", "always", "never"],
    default: "auto",
    description:
      "Whether to colour the output. `auto` uses colours on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` makes it use them anywhere.",
  },
  help: { type: "flag", description: "Shows help for the command." },
} as const satisfies Options;

/** The option `--json`, for machine-readable output. */
export const JSON_OPTION = {
  type: "flag",
  description: "Writes the result or the error as JSON.",
} as const satisfies Option;
