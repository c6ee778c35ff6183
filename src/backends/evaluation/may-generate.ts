let isAllowed: boolean | undefined;

/** Whether code may be made from strings here: a content security policy or a flag of the engine may forbid it. */
export function mayGenerate(): boolean {
  try {
    isAllowed ??= new Function("return true")() === true;
  } catch {
    isAllowed = false;
  }
  return isAllowed;
}
