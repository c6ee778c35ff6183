import { isBareFunction } from "../language/check/names.ts";
import { Specialiser } from "../language/core/specialise.ts";
import type { Field, Schema } from "../language/schema/index.ts";
import type { Plain } from "../language/values/plain.ts";
import type { FormulaParts } from "./formula-parts.ts";

/**
 * The schema that the other one is a view of: the same one, or one that declares the same fields and hides fewer of
 * them.
 *
 * @param call the public call, for the message
 * @throws `TypeError` if neither is a view of the other
 */
export function commonSchema(a: Schema, b: Schema, call: string): Schema {
  if (a === b || isView(b, a)) return a;
  if (isView(a, b)) return b;
  throw new TypeError(`${call}: the other formula was compiled for another schema`);
}

function isView(narrow: Schema, wide: Schema): boolean {
  const [declared, all] = [narrow.toJSON(), wide.toJSON()];
  if (declared.timeZone !== all.timeZone) return false;
  const isDeclared = Object.keys(declared.fields).every(
    (name) =>
      Object.hasOwn(all.fields, name) &&
      meaningOf(declared.fields[name]) === meaningOf(all.fields[name]),
  );
  // `NOW` without parentheses is a field if the schema has a field of that name, so its meaning would change.
  return (
    isDeclared &&
    [...narrow.fields.keys()].every((name) => wide.fields.has(name)) &&
    [...wide.fields.keys()].every((name) => !isBareFunction(name) || narrow.fields.has(name))
  );
}

/** The parts of a declaration that affect formulas, as a string. */
function meaningOf(declaration: unknown): string {
  const { type, key, role, formula } =
    typeof declaration === "string" ? { type: declaration } : Object(declaration);
  return JSON.stringify([formula === undefined ? type : null, key === true, role, formula]);
}

/** Converts a formula of a view to one of the whole schema: it reads the same stored fields. */
export function partsFor(schema: Schema, parts: FormulaParts): FormulaParts {
  const { schema: view, root, condition } = parts;
  if (view === schema) return parts;
  const whole = new Specialiser({ fieldFor: ({ name }) => schema.stored.get(name) });
  return {
    ...parts,
    schema,
    visible: parts.visible ?? view.fields,
    root: whole.of(root),
    condition: whole.of(condition),
    spanOf: (node) => {
      const origin = whole.originOf(node);
      return origin && parts.spanOf(origin);
    },
    assume: (known) => {
      const fields = new Map<Field, Plain>();
      for (const [{ name }, value] of known.fields ?? []) {
        const field = view.stored.get(name) ?? view.fields.get(name);
        if (field !== undefined) fields.set(field, value);
      }
      return partsFor(schema, parts.assume({ ...known, fields }));
    },
  };
}
