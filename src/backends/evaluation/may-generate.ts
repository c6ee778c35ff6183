let isAllowed: boolean | undefined;

/** Whether code may be generated from strings here: a content security policy or an engine flag may forbid it. */
export function mayGenerate(): boolean {
  try {
    isAllowed ??= new Function("return true")() === true;
  } catch {
    isAllowed = false;
  }
  return isAllowed;
}
