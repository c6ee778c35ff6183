/** A value with the name that it was sent under. */
export interface ParameterValue<T> {
  readonly parameter: string;
  readonly value: T;
}
