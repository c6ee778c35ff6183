import { dataError, type PlaceUnit, reasonOf } from "./data-error.ts";
import type { TextCutter } from "./text-cutter.ts";

/** Texts that are to be JSON, one for each record, in some bytes of a file. */
export interface JsonTexts {
  readonly cutter: TextCutter;
  /** Where in the bytes each begins, and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Where in the file each stands. */
  readonly places: readonly number[];
}

/** Parses JSON of a file; what is none is told with its place. */
export class JsonParser {
  readonly #name: string;
  readonly #unit: PlaceUnit;

  constructor(name: string, unit: PlaceUnit) {
    this.#name = name;
    this.#unit = unit;
  }

  parse({ cutter, starts, ends, places }: JsonTexts, index: number): unknown {
    try {
      return JSON.parse(cutter.bytes.toString("utf8", starts[index], ends[index]));
    } catch (error) {
      const place = [this.#unit, places[index] ?? 0] as const;
      throw dataError(this.#name, place, `this is no JSON: ${reasonOf(error)}`, error);
    }
  }

  parseAll(texts: JsonTexts): readonly unknown[] {
    return texts.places.map((_, index) => this.parse(texts, index));
  }
}
