/** A class of the package, whose arguments are not declared here. */
type Class<Made extends object = object> = new (...values: never[]) => Made;

/** The parts of the package `apache-arrow` that tables are made of: `import * as arrow from "apache-arrow"`. */
export interface ArrowPackage<
  Table extends object = object,
  Batch extends object = object,
  Schema extends object = object,
> {
  /** Its tables. */
  readonly Table: Class<Table>;
  /** Some rows of a table. */
  readonly RecordBatch: Class<Batch>;
  /** The columns of a table. */
  readonly Schema: Class<Schema>;
  /** A column of a table. */
  readonly Field: Class;
  /** The entries of a dictionary. */
  readonly Vector: Class;
  /** The type of rows. */
  readonly Struct: Class;
  /** The type of texts that repeat. */
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
  /** The type of codes of one byte. */
  readonly Uint8: Class;
  /** The type of codes of two bytes. */
  readonly Uint16: Class;
  /** The type of codes of four bytes. */
  readonly Uint32: Class;
  /** Makes the values of a column. */
  readonly makeData: (values: never) => object;
}

/** Makes the parts of a table. */
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
