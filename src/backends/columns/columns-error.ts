/** A misuse of columns: for example, a formula that reads a field that they do not have. */
export class ColumnsError extends Error {
  override readonly name = "ColumnsError";
}
