/** A value with the name of its parameter as sent. */
export interface ParameterValue<T> {
  readonly parameter: string;
  readonly value: T;
}
