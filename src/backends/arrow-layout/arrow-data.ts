// The part of the interface of `apache-arrow` that is used here. Portable code does not import the package.

/** A table of the package `apache-arrow`. */
export interface ArrowTable {
  /** The names and the types of its columns. */
  readonly schema: ArrowSchema;
  /** Its batches of rows. */
  readonly batches: readonly ArrowBatch[];
}

/** The columns of a table, and its metadata. */
export interface ArrowSchema {
  /** Its columns. */
  readonly fields: readonly ArrowField[];
  /** Metadata by key. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** A column of a table. */
export interface ArrowField {
  /** Its name. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ArrowType;
  /** Metadata by key. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** The type of a column. Each type has only some of the properties. */
export interface ArrowType {
  /** The number of the type; see `ARROW_TYPES`. */
  readonly typeId: number;
  /** The types of the items of a list. */
  readonly children?: readonly ArrowField[] | null;
  /** The type of the entries of a dictionary. */
  readonly dictionary?: ArrowType;
  /** The size of an integer in bits. */
  readonly bitWidth?: number;
  /** The length of each list of a fixed-size list type. */
  readonly listSize?: number;
  /** The number of decimal places of a decimal. */
  readonly scale?: number;
  /** The unit of a date or a time. */
  readonly unit?: number;
}

/** Some rows of a table. */
export interface ArrowBatch {
  /** The number of rows. */
  readonly numRows: number;
  /** The values of each column. */
  readonly data: { readonly children: readonly ArrowData[] };
}

/** The values of a column in some rows. */
export interface ArrowData {
  /** The type of the values. */
  readonly type: ArrowType;
  /** The number of values. */
  readonly length: number;
  /** The index of the first row in the bitmaps. Other arrays begin with the first row. */
  readonly offset: number;
  /** The number of array elements per value. */
  readonly stride: number;
  /** The number of missing values. */
  readonly nullCount: number;
  /** The values, or the bytes of all strings. */
  readonly values: Elements;
  /** The start offset of each string or list. */
  readonly valueOffsets: Offsets;
  /** The validity bitmap: 1 for each value that is present. */
  readonly nullBitmap: Uint8Array | null;
  /** The items of lists. */
  readonly children: readonly ArrowData[];
  /** The entries of a dictionary. */
  readonly dictionary?: { readonly data: readonly ArrowData[] };
  /** The buffers that string views refer to. */
  readonly variadicBuffers: readonly Uint8Array[];
}

/** Types without an array of values lack the property. */
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

/** The numbers of the types that a field can represent, and of those that messages name. */
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

/** The metadata key that names the key column of a schema. */
export const KEY_NAME = "isoform:key";
