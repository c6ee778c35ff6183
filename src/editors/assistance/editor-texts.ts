import type { FunctionDocumentation } from "../../language/functions/define.ts";
import type { Field } from "../../language/schema/field.ts";
import type {
  EditorCatalogue,
  EditorMessages,
} from "../../language/source/messages/editor-messages.ts";
import type {
  FunctionText,
  ParameterTexts,
} from "../../language/source/messages/function-texts.ts";
import { ENGLISH_EDITOR } from "./english-editor.ts";

/** The texts of the language service, except those of functions. */
export type EditorTexts = Omit<EditorMessages, "functions">;

/** The texts of a catalogue, and English ones where it has none. */
export function editorTexts(catalogue: EditorCatalogue = {}): EditorTexts {
  const parts = Object.entries(ENGLISH_EDITOR).map(([part, english]) => {
    const given: object | undefined = catalogue[part as keyof EditorTexts];
    return [part, completed(english, given)] as const;
  });
  // Each part has all texts of the English one.
  return Object.fromEntries(parts) as unknown as EditorTexts;
}

/** `number`, or `text, the key`. */
export function typeAndRole({ type, role }: Field, { types, kinds }: EditorTexts): string {
  return role === undefined ? types[type] : `${types[type]}, ${kinds[role]}`;
}

/** The documentation of a built-in function with the texts of a catalogue. */
export function documentationIn(
  catalogue: EditorCatalogue | undefined,
  name: string,
  documentation: FunctionDocumentation,
): FunctionDocumentation {
  const functions: Readonly<Record<string, FunctionText & Partial<ParameterTexts<string>>>> =
    catalogue?.functions ?? {};
  const text = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (text === undefined) return documentation;
  return {
    ...completed(documentation, text),
    parameters: completed(documentation.parameters ?? {}, text.parameters),
  };
}

function completed<Texts extends object>(english: Texts, given: Partial<Texts> = {}): Texts {
  const texts = Object.entries(given).filter(([, text]) => text !== undefined);
  return { ...english, ...Object.fromEntries(texts) };
}
