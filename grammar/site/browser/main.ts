// What a page of the site does with JavaScript: it runs formulas, searches, and has a light and a dark look.

import { element } from "../../../src/playground/shell/element.ts";
import { lookButton } from "../../../src/playground/shell/look.ts";
import { searchBox } from "./search.ts";

/** Puts a button beside a formula. What runs formulas is loaded when the first is pressed. */
function addButton(code: HTMLElement): void {
  const isExercise = code.dataset.run === "exercise";
  const button = element(
    "button",
    {
      type: "button",
      className: "run",
      onclick: () => {
        button.disabled = true;
        import("./runner.ts").then(
          ({ openRunner }) => {
            button.remove();
            openRunner(code);
          },
          (error: unknown) => {
            button.disabled = false;
            button.title = error instanceof Error ? error.message : String(error);
          },
        );
      },
      attributes: isExercise ? {} : { "aria-label": `Run ${code.dataset.formula}` },
    },
    isExercise ? "Try it" : "Run",
  );
  const block = code.closest("pre");
  if (block === null) code.after(" ", button);
  else block.after(button);
}

for (const code of document.querySelectorAll<HTMLElement>("code[data-run]")) addButton(code);

const root = new URL(document.documentElement.dataset.root ?? "", document.baseURI);
document.querySelector(".tools")?.append(
  searchBox(root),
  lookButton(() => undefined),
);
