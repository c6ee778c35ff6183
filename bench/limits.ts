import type { Car } from "./cars.ts";
import { limitOfScript, limitOfVectors } from "./contestant-names.ts";

interface Summed {
  /** Doubles, which JavaScript adds faster than integers. */
  readonly doubles: Float64Array;
  /** The offset of 32-bit integers in memory, the type of each numeric column of the cars in our columns. */
  readonly from: number;
  readonly to: number;
}

export interface Limit {
  readonly name: string;
  /** The expected sum, modulo 2^32. */
  readonly expected: number;
  run(): number;
}

/** The part of WebAssembly that is used; Node's types have none. */
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: { sum(from: number, to: number): number };
  };
};

const PAGE = 65_536;
/** Bytes per iteration of the vector loop. */
const STEP = 64;

/** The time for reading a column at all: nothing that reads every number is faster than a sum. */
export function limitsOf(cars: readonly Car[], names: readonly (keyof Car)[]): readonly Limit[] {
  if (names.length === 0) return [];
  const bytes = STEP * Math.ceil((4 * cars.length) / STEP);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes * names.length) / PAGE) });
  const columns = names.map((name, index): Summed => {
    const values = new Int32Array(memory.buffer, index * bytes, cars.length);
    values.set(cars.map((car) => Number(car[name] ?? 0)));
    return { doubles: Float64Array.from(values), from: index * bytes, to: (index + 1) * bytes };
  });
  const module = new WebAssembly.Module(sumModule());
  const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
  const add = (sumOf: (column: Summed) => number) => () =>
    columns.reduce((sum, column) => (sum + sumOf(column)) | 0, 0);
  const expected = add(({ doubles }) => doubles.reduce((sum, value) => sum + value, 0))();
  return [
    { name: limitOfVectors, expected, run: add(({ from, to }) => exports.sum(from, to)) },
    { name: limitOfScript, expected, run: add(({ doubles }) => sumOf(doubles)) },
  ];
}

/** Four independent sums, since each addition waits for the previous one. */
function sumOf(values: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const { length } = values;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    a += values[index] ?? 0;
    b += values[index + 1] ?? 0;
    c += values[index + 2] ?? 0;
    d += values[index + 3] ?? 0;
  }
  for (; index < length; index++) a += values[index] ?? 0;
  return a + b + c + d;
}

/** `sum(from, to)` over imported memory: four vectors of four sums. */
function sumModule(): Uint8Array<ArrayBuffer> {
  const [from, to, first] = [0, 1, 2];
  const accumulators = [0, 1, 2, 3].map((index) => first + index);
  const get = (local: number): number[] => [0x20, local];
  const addVectors = [0xfd, 0xae, 0x01];
  const loop = [
    [0x03, 0x40],
    ...accumulators.map((local, index) => [
      ...get(local),
      ...get(from),
      // v128.load with an offset
      ...[0xfd, 0x00, 0x04, 16 * index],
      ...addVectors,
      ...[0x21, local],
    ]),
    // from += STEP; repeat while from < to. (64 takes two bytes in LEB128.)
    [...get(from), 0x41, 0xc0, 0x00, 0x6a, 0x22, from, ...get(to), 0x49, 0x0d, 0x00],
    [0x0b],
  ].flat();
  const together = [
    ...accumulators.flatMap((local, index) => [...get(local), ...(index > 0 ? addVectors : [])]),
    0x21,
    first,
  ];
  const lanes = [0, 1, 2, 3].flatMap((lane) => [
    ...get(first),
    ...[0xfd, 0x1b, lane],
    ...(lane > 0 ? [0x6a] : []),
  ]);
  const body = [1, accumulators.length, 0x7b, ...loop, ...together, ...lanes, 0x0b];
  const name = [...new TextEncoder().encode("sum")];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    // Type (i32, i32) → i32; import of the memory `m` from the module `m`; one exported function.
    ...section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, name.length, ...name, 0x00, 0]),
    ...section(10, [1, ...size(body.length), ...body]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...size(content.length), ...content];
}

/** Encodes a number below 16,384 in LEB128. */
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7];
}
