let isAllowed: boolean | undefined;

/** Whether code may be made from strings here: content security policies and flags forbid it. */
export function mayGenerate(): boolean {
  try {
    isAllowed ??= new Function("return true")() === true;
  } catch {
    isAllowed = false;
  }
  return isAllowed;
}
