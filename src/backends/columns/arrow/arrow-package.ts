/** A class of the package. The parameters of its constructor are not declared here. */
type Class<Made extends object = object> = new (...values: never[]) => Made;

/** The classes of the package `apache-arrow` that tables are built with: `import * as arrow from "apache-arrow"`. */
export interface ArrowPackage<
  Table extends object = object,
  Batch extends object = object,
  Schema extends object = object,
> {
  /** The class of tables. */
  readonly Table: Class<Table>;
  /** The class of batches: each holds some rows of a table. */
  readonly RecordBatch: Class<Batch>;
  /** The class of schemas, which list the columns of a table. */
  readonly Schema: Class<Schema>;
  /** The class of fields: the name and type of a column. */
  readonly Field: Class;
  /** The class of vectors, which hold the entries of a dictionary. */
  readonly Vector: Class;
  /** The type of rows. */
  readonly Struct: Class;
  /** The type of dictionary-encoded texts. */
  readonly Dictionary: Class;
  /** The type of lists. */
  readonly List: Class;
  /** The type of texts. */
  readonly Utf8: Class;
  /** The type of booleans. */
  readonly Bool: Class;
  /** The type of numbers. */
  readonly Float64: Class;
  /** The type of dates. */
  readonly TimestampMillisecond: Class;
  /** The type of one-byte codes. */
  readonly Uint8: Class;
  /** The type of two-byte codes. */
  readonly Uint16: Class;
  /** The type of four-byte codes. */
  readonly Uint32: Class;
  /** Creates the data of a column. */
  readonly makeData: (values: never) => object;
}

/** Creates the parts of a table. */
export class ArrowMaker {
  readonly package: ArrowPackage;

  constructor(arrow: ArrowPackage) {
    this.package = arrow;
  }

  make<Made extends object>(Of: Class<Made>, ...values: readonly unknown[]): Made {
    return new Of(...(values as never[]));
  }

  data(values: object): object {
    return this.package.makeData(values as never);
  }
}
