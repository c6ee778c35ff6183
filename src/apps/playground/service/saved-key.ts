import { element } from "../shell/element.ts";

/** The key is kept for this tab, and nowhere else. */
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
    // It holds until the page is left then.
  }
}

/** What a form that asks for a key says. */
interface KeyWords {
  /** What a key is needed for. */
  readonly reason: string;
  /** The words on the button. */
  readonly button: string;
  /** What was wrong with the key before; empty if nothing was. */
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
        // What comes of it takes the place of the form.
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
