/** A misuse of columns: a formula or an order that asks for a field which they do not have. */
export class ColumnsError extends Error {
  override readonly name = "ColumnsError";
}
