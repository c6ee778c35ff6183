import { type Completion, type CompletionSource, snippet } from "@codemirror/autocomplete";
import type { CompletionItem, Language } from "../assistance/index.ts";
import { snippetOf } from "../assistance/snippet.ts";
import { markdownView } from "./markdown-view.ts";

/** The types that determine icons. */
const ICONS: Partial<Readonly<Record<CompletionItem["kind"], string>>> = {
  ...{ field: "property", operator: "keyword", parameter: "variable" },
  ...{ value: "text", unit: "enum", format: "enum" },
};

function optionOf({ label, detail, kind, documentation, edit }: CompletionItem): Completion {
  return {
    ...{ label, detail, type: ICONS[kind] ?? kind },
    ...(documentation === "" ? {} : { info: () => markdownView(documentation) }),
    apply: (view, option) =>
      snippet(snippetOf(edit, /[{}]/g))(view, option, edit.span.start, edit.span.end),
  };
}

/**
 * The completion sources. The language service has ranked the items. Values of fields have a separate source, so that
 * the others need not wait for a provider.
 */
export function completionSources<Row>(language: Language<Row>): readonly CompletionSource[] {
  const sourceOf = (isOfValues: boolean): CompletionSource => {
    return async (context) => {
      const { state, pos, explicit } = context;
      const text = state.doc.toString();
      let { span, items, awaitsValues } = language.complete(text, pos);
      // Opens by itself only while a name or a comparison is typed: elsewhere, Enter must begin a new line.
      const isWanted = explicit || span.start < pos || /[=<>]\s*$/.test(text.slice(0, pos));
      if (!isWanted || (isOfValues && !awaitsValues)) return null;
      if (isOfValues) {
        const search = new AbortController();
        context.addEventListener("abort", () => search.abort(), { onDocChange: true });
        const found = await language.completeWithValues(text, pos, { signal: search.signal });
        items = found.items.filter(({ kind }) => kind === "value");
      }
      // After a change, items are requested again.
      const options = items.map(optionOf);
      return { from: span.start, options, filter: false, map: () => null };
    };
  };
  return [sourceOf(true), sourceOf(false)];
}
