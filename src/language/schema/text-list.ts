import { isText } from "../values/text/index.ts";

/** Whether a value is an array of well-formed texts. A hole in the array is not a text, but `every` would skip it. */
export function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    Array.from({ length: value.length }, (_, index) => value[index]).every(isText)
  );
}
