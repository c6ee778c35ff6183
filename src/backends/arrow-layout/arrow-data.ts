// The parts of tables of the package `apache-arrow` that are read here. Portable code does not import the package.

/** A table of the package `apache-arrow`. */
export interface ArrowTable {
  /** The names and the types of its columns. */
  readonly schema: ArrowSchema;
  /** Its rows, some at a time. */
  readonly batches: readonly ArrowBatch[];
}

/** The columns of a table, and what its maker noted. */
export interface ArrowSchema {
  /** Its columns. */
  readonly fields: readonly ArrowField[];
  /** Notes by their names. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** A column of a table. */
export interface ArrowField {
  /** Its name. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ArrowType;
  /** Notes by their names. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** The type of a column; each type has some of the properties. */
export interface ArrowType {
  /** Which type it is. */
  readonly typeId: number;
  /** The types of the items of a list. */
  readonly children?: readonly ArrowField[] | null;
  /** The type of the entries of a dictionary. */
  readonly dictionary?: ArrowType;
  /** The bits of an integer. */
  readonly bitWidth?: number;
  /** The items of each list, if all have equally many. */
  readonly listSize?: number;
  /** The digits of a decimal after the point. */
  readonly scale?: number;
  /** The unit of a date or a time. */
  readonly unit?: number;
}

/** Some rows of a table. */
export interface ArrowBatch {
  /** How many rows it has. */
  readonly numRows: number;
  /** The values of each column. */
  readonly data: { readonly children: readonly ArrowData[] };
}

/** The values of a column in some rows. */
export interface ArrowData {
  /** The type of the values. */
  readonly type: ArrowType;
  /** How many there are. */
  readonly length: number;
  /** The bit at which the bits of the first row are. Arrays begin with the first row. */
  readonly offset: number;
  /** How many elements of the array a value takes. */
  readonly stride: number;
  /** How many values are missing. */
  readonly nullCount: number;
  /** The values, or the bytes of all texts. */
  readonly values: Elements;
  /** Where each text or list begins. */
  readonly valueOffsets: Offsets;
  /** A bit for each value that is there. */
  readonly nullBitmap: Uint8Array | null;
  /** The items of lists. */
  readonly children: readonly ArrowData[];
  /** The entries of a dictionary. */
  readonly dictionary?: { readonly data: readonly ArrowData[] };
  /** The bytes of texts that are views. */
  readonly variadicBuffers: readonly Uint8Array[];
}

/** Some types of values have no array, and then the property is missing. */
type Elements =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

type Offsets = Int32Array | BigInt64Array;

/** The numbers of types: those that a field can stand for, and those that are named if none can. */
export const ARROW_TYPES = {
  dictionary: -1,
  int: 2,
  float: 3,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  map: 17,
  largeUtf8: 20,
  largeList: 21,
  utf8View: 24,
} as const;

/** The name under which the schema of a table tells which of its columns is the key. */
export const KEY_NAME = "isoform:key";
