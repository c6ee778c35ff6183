/** A value with the name that it was sent under. */
export interface Given<T> {
  readonly parameter: string;
  readonly value: T;
}
