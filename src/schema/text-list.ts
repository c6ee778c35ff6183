import { isText } from "../values/text/index.ts";

/** Whether a value is a list of well-formed texts. A hole is no text, though `every` would pass over it. */
export function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    Array.from({ length: value.length }, (_, index) => value[index]).every(isText)
  );
}
