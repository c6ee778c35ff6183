import type { Scope } from "../language/core/evaluate.ts";
import type { CoreNode } from "../language/core/node.ts";
import type { VisibleFields } from "../language/core/price-rules.ts";
import type { Recipe } from "../language/core/recipe.ts";
import type { Facts } from "../language/core/specialise.ts";
import type { Lowered } from "../language/lower/index.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import type { Span } from "../language/source/span.ts";
import type { Explanation } from "./explain-ast.ts";

/** A formula in the core, with the facts about its text. */
export interface FormulaParts extends Pick<Lowered, "root" | "condition"> {
  readonly source: string;
  /** The length of the text plus that of the formulas of the fields that it uses. */
  readonly openedLength: number;
  /** The total length in UTF-16 units of the texts that the formula retains: literals and folded constants. */
  readonly constantLength: () => number;
  readonly schema: Schema;
  /** Explains a record; spans are shifted by an offset. */
  readonly explain: (scope: Scope, offset: number, visible?: VisibleFields) => Explanation;
  /** The fields that the formula's author may see, if these are fewer than those of the schema. */
  readonly visible?: VisibleFields;
  /** The span that a node of the core comes from; `undefined` if unknown. */
  readonly spanOf: (node: CoreNode) => Span | undefined;
  /** Specialises the formula for known fields and parameters. */
  readonly assume: (known: Facts) => FormulaParts;
  readonly fields: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly clock: () => Date;
  /** `undefined` for UTC. */
  readonly timeZone: string | undefined;
  readonly codeGeneration: boolean;
  /** The limit of the work for one record. */
  readonly mostWork: number;
  /** How to compile it again; `undefined` if no other thread can compile it. */
  readonly recipe: Recipe | undefined;
}
