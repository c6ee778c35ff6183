/** Records to try things with: listings of cars that do not exist. */
export { type Car, demoCars, MOST_CARS } from "./demo-cars.ts";
export { demoSchema } from "./demo-schema.ts";
