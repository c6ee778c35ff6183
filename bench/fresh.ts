import type { Car } from "./cars.ts";

export type Predicate<Row = Car> = (row: Row) => boolean;
export type Filtering<Row = Car> = (rows: readonly Row[]) => readonly Row[];

let count = 0;

// V8 keeps what it learnt of a function (types seen, code made) with its source text, and gives the same
// text the same function back. A number in the text makes every evaluation a function of its own, so that no contestant
// runs in code that was shaped by another one.
function mark(): string {
  return `/* ${count++} */`;
}

/** A function with the same source as `predicate`, which may mention nothing outside itself. */
export function freshCopy<Row = Car>(predicate: Predicate<Row>): Predicate<Row> {
  return new Function(`${mark()} "use strict"; return ${predicate.toString()};`)();
}

/** A hand-written loop around the predicate, in which V8 can inline it. */
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

/** `cars.filter(predicate)`, from a call site of its own. */
export function freshArrayFilter<Row = Car>(predicate: Predicate<Row>): Filtering<Row> {
  return new Function(
    "predicate",
    `${mark()} "use strict";
    return function filter(cars) {
      return cars.filter(predicate);
    };`,
  )(predicate);
}
