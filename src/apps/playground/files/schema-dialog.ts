import type { FieldDeclarations, SchemaJson, ValueType } from "../../../index.ts";
import { element } from "../shell/element.ts";

const TYPES: readonly ValueType[] = ["text", "number", "boolean", "date", "list"];

/**
 * Asks for the type of each field.
 *
 * @param apply called with the chosen schema
 */
export function schemaDialog(
  schema: SchemaJson,
  apply: (schema: SchemaJson) => void,
): HTMLDialogElement {
  const choices = Object.entries(schema.fields).map(([name, declared]) => {
    const select = element(
      "select",
      { attributes: { "aria-label": `Type of ${shortName(name)}` } },
      ...TYPES.map((type) => element("option", {}, type)),
    );
    select.value = typeOf(declared);
    return { name, declared, select };
  });
  const rows = choices.map(({ name, select }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", dir: "auto" }, shortName(name)),
      element("td", {}, select),
    ),
  );
  const dialog: HTMLDialogElement = element(
    "dialog",
    { className: "schema", attributes: { "aria-label": "Types of the fields" } },
    element("p", {}, "The types come from the first records. Change those that are wrong."),
    element("table", {}, element("tbody", {}, ...rows)),
    element(
      "div",
      { className: "buttons" },
      element(
        "button",
        {
          type: "button",
          onclick: () => {
            const fields = choices.map(({ name, declared, select }) => [
              name,
              withType(declared, select.value),
            ]);
            dialog.close();
            apply({ ...schema, fields: Object.fromEntries(fields) as FieldDeclarations });
          },
        },
        "Read the file again",
      ),
      element("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}

const MOST_SHOWN = 100;

function shortName(name: string): string {
  return name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name;
}

type DeclaredField = FieldDeclarations[string];

function typeOf(declared: DeclaredField): string {
  if (typeof declared === "string") return declared;
  return "type" in declared ? declared.type : "text";
}

function withType(declared: DeclaredField, type: string): unknown {
  return typeof declared === "string" ? type : { ...declared, type };
}
