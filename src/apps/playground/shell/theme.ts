import { element } from "./element.ts";

const KEY = "isoform-look";
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** What the reader chose; that of the system unless something was. */
function chosen(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // A page may be shown where it may keep nothing.
    return undefined;
  }
}

function keep(look: string): void {
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // It holds for this visit then.
  }
}

/**
 * A button that changes between the light and the dark look.
 *
 * @param changed is told which it is, at once and after each change
 */
export function themeButton(changed: (isDark: boolean) => void): HTMLButtonElement {
  const root = document.documentElement;
  let look = chosen();
  const show = (): void => {
    const isDark = look === undefined ? DARK.matches : look === "dark";
    if (look !== undefined) root.dataset.look = look;
    button.textContent = isDark ? "Light look" : "Dark look";
    changed(isDark);
  };
  const button = element("button", {
    type: "button",
    onclick: () => {
      const isDark = look === undefined ? DARK.matches : look === "dark";
      look = isDark ? "light" : "dark";
      keep(look);
      show();
    },
  });
  DARK.addEventListener("change", show);
  show();
  return button;
}
