import type { Scope } from "../language/core/evaluate.ts";
import type { CoreNode } from "../language/core/node.ts";
import type { Recipe } from "../language/core/recipe.ts";
import type { Facts } from "../language/core/specialise.ts";
import type { Lowered } from "../language/lower/index.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import type { Span } from "../language/source/span.ts";
import type { Explanation } from "./explain-ast.ts";

/** A formula in the core, with what is known of its text. */
export interface FormulaParts extends Pick<Lowered, "root" | "condition"> {
  readonly source: string;
  /** The length of the text and of the formulas of the fields that it uses. */
  readonly openedLength: number;
  /** The UTF-16 units of the texts that the formula keeps: literals, and constants that were computed in advance. */
  readonly constantLength: () => number;
  readonly schema: Schema;
  /** Explains a record; places in the text are counted from an offset. */
  readonly explain: (scope: Scope, offset: number) => Explanation;
  /** The part of the text that a node of the core comes from; `undefined` if that is not known. */
  readonly spanOf: (node: CoreNode) => Span | undefined;
  /** What is left of the formula when fields, and the values of its parameters, are known. */
  readonly assume: (known: Facts) => FormulaParts;
  readonly fields: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly clock: () => Date;
  /** `undefined` for UTC. */
  readonly timeZone: string | undefined;
  readonly codeGeneration: boolean;
  /** The limit of the work for one record. */
  readonly mostWork: number;
  /** What it is compiled of; `undefined` if no other thread can compile it. */
  readonly recipe: Recipe | undefined;
}
