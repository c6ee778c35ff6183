import { element } from "../shell/element.ts";
import { EXAMPLES } from "./examples.ts";
import type { FormulaEditor } from "./formula-editor.ts";

/** Offers the examples by topic. The chosen one replaces the formula. */
export function offerExamples(select: HTMLSelectElement, editor: FormulaEditor): void {
  const groups = Object.entries(EXAMPLES).map(([label, examples]) =>
    element(
      "optgroup",
      { label },
      ...examples.map(({ title, formula }) => element("option", { value: formula }, title)),
    ),
  );
  select.append(...groups);
  select.onchange = () => {
    editor.text = select.value;
    select.value = "";
    editor.focus();
  };
}
