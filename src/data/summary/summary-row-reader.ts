import { copyText } from "../../backends/evaluation/copy-text.ts";
import { type Encoded, encode } from "../../backends/evaluation/encoded-value.ts";
import { RowProgram } from "../../backends/rows/index.ts";
import type { Formula } from "../../engine/index.ts";
import { internals } from "../../language/core/compiled.ts";
import { ElementKeys, type ListElements } from "./groups/element-keys.ts";
import { type Fill, type GroupKeys, valueKeys } from "./groups/group-keys.ts";
import { Numbering } from "./groups/numbering.ts";
import type { SummaryReader } from "./summarizer.ts";
import type { SummaryPlan, SummaryValue } from "./summary-plan.ts";

/** Returns the reader of a plan's expressions for rows of any shape. */
export function rowReader({ keys, measures }: SummaryPlan): SummaryReader<readonly unknown[]> {
  return {
    keys: keys.map(rowKeys),
    readings: measures.map(
      ({ value }) => value && { fill: rowFill(value.formula), type: value.type },
    ),
  };
}

function rowKeys({ type, formula, elements }: SummaryValue): GroupKeys<readonly unknown[]> {
  return elements === undefined
    ? valueKeys(type, rowFill(formula))
    : new ElementKeys(new RowElements(rowFill(formula)), elements);
}

class RowElements implements ListElements<readonly unknown[]> {
  readonly size = undefined;
  readonly #fill: Fill<readonly unknown[]>;
  readonly #list: Encoded[] = [];
  readonly #numbering = new Numbering<string>(copyText);

  constructor(fill: Fill<readonly unknown[]>) {
    this.#fill = fill;
    // Gives the blank text the number 0.
    this.#numbering.of("");
  }

  get bytes(): number {
    return this.#numbering.bytes;
  }

  *of(rows: readonly unknown[], index: number): Generator<number, void, undefined> {
    this.#fill([rows[index]], 1, this.#list);
    const [list] = this.#list;
    /* v8 ignore next -- what is read from a field of lists is a list */
    if (Array.isArray(list)) for (const text of list) yield this.#numbering.of(text);
  }

  textOf(number: number): string {
    return this.#numbering.valueOf(number);
  }

  repeated(rows: readonly unknown[], indexes: Uint32Array): readonly unknown[] {
    return Array.from(indexes, (index) => rows[index]);
  }
}

function rowFill(formula: Formula): Fill<readonly unknown[]> {
  const { root, condition, now } = internals(formula);
  const program = new RowProgram(root, condition, "closures");
  const clock = program.usesNow ? now() : 0;
  return (rows, count, into) => {
    for (let index = 0; index < count; index++) {
      (into as Encoded[])[index] = encode(root.type, program.evaluate(rows[index], clock));
    }
  };
}
