/** Incorrect use of columns, such as a formula that reads a field that the columns do not have. */
export class ColumnsError extends Error {
  override readonly name = "ColumnsError";
}
