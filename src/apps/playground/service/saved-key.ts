import { element } from "../shell/element.ts";

/** The key is stored in this tab's session storage only. */
const KEPT = "isoform-key";

export function keptKey(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

export function keepKey(key: string): void {
  try {
    sessionStorage.setItem(KEPT, key);
  } catch {
    // The key is then lost when the page is closed.
  }
}

/** The texts of a form that asks for a key. */
interface KeyWords {
  /** What the key is needed for. */
  readonly reason: string;
  /** The label of the button. */
  readonly button: string;
  /** The problem with the previous key; empty if there was none. */
  readonly problem: string;
}

/** Asks for a key. */
export function keyForm(
  { reason, button, problem }: KeyWords,
  given: (key: string) => void,
): HTMLFormElement {
  const input = element("input", { type: "password", autocomplete: "off", name: "key" });
  const submit = element("button", { type: "submit" }, button);
  const state = element("p", { className: "problem", attributes: { role: "alert" } }, problem);
  return element(
    "form",
    {
      className: "key",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        // The result replaces the form.
        submit.disabled = true;
        state.className = "quiet";
        state.textContent = "Asking the service…";
        given(input.value.trim());
      },
    },
    element("label", {}, "Key ", input),
    submit,
    element("p", {}, `${reason} This tab keeps the key until it is closed.`),
    state,
  );
}
