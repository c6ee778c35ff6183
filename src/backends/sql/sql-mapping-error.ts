/** An impossible mapping: a mistake in the program, which is reported when SQL is written. */
export class SqlMappingError extends Error {
  override readonly name = "SqlMappingError";
}
