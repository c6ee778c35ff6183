import type { Car } from "./cars.ts";

export type Predicate<Row = Car> = (row: Row) => boolean;
export type Filtering<Row = Car> = (rows: readonly Row[]) => readonly Row[];

let count = 0;

// V8 caches type feedback and code by source string. A unique number in the source makes every evaluation a separate
// function, so that no contestant runs code that was optimized for another one.
function mark(): string {
  return `/* ${count++} */`;
}

/** A function with the same source as `predicate`, which must not refer to anything outside itself. */
export function freshCopy<Row = Car>(predicate: Predicate<Row>): Predicate<Row> {
  return new Function(`${mark()} "use strict"; return ${predicate.toString()};`)();
}

/** A handwritten loop around the predicate, in which V8 can inline it. */
export function freshLoop(predicate: Predicate): Filtering {
  return new Function(
    "predicate",
    `${mark()} "use strict";
    return function filter(cars) {
      const found = [];
      for (let index = 0; index < cars.length; index++) {
        const car = cars[index];
        if (predicate(car)) found.push(car);
      }
      return found;
    };`,
  )(predicate);
}

/** `cars.filter(predicate)`, with its own call site. */
export function freshArrayFilter<Row = Car>(predicate: Predicate<Row>): Filtering<Row> {
  return new Function(
    "predicate",
    `${mark()} "use strict";
    return function filter(cars) {
      return cars.filter(predicate);
    };`,
  )(predicate);
}
