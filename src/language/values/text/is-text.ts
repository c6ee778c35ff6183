interface WellFormedAware {
  isWellFormed(): boolean;
}

const runtimeIsAware = "isWellFormed" in String.prototype;

// The ES2023 library types lack the method, and so does Safari before 16.4.
function hasNativeCheck(_text: string | WellFormedAware): _text is WellFormedAware {
  return runtimeIsAware;
}

function isWellFormed(text: string): boolean {
  return hasNativeCheck(text) ? text.isWellFormed() : isWellFormedByPattern(text);
}

/** Whether a text has no lone surrogate, for a runtime without `String.prototype.isWellFormed`. */
export function isWellFormedByPattern(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether a value is a text of the language: a string of well-formed Unicode without NUL. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && isWellFormed(value) && !value.includes("\0");
}
