import { element } from "./element.ts";

const KEY = "isoform-look";
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** The chosen theme; by default, that of the system. */
function chosen(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage may be blocked for a page.
    return undefined;
  }
}

function keep(look: string): void {
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // The choice then lasts for this visit.
  }
}

/**
 * A button that switches between the light and the dark theme.
 *
 * @param changed called with the theme, at once and after each change
 */
export function themeButton(changed: (isDark: boolean) => void): HTMLButtonElement {
  const root = document.documentElement;
  let look = chosen();
  const show = (): void => {
    const isDark = look === undefined ? DARK.matches : look === "dark";
    if (look !== undefined) root.dataset.look = look;
    button.textContent = isDark ? "Light theme" : "Dark theme";
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
